"""Localisation: the current language, message catalogues, message templates."""
