"""Tests of `clblint diagnose`."""
