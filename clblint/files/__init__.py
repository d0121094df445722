"""File access: safe reading, atomic writing, symbolic links, path display, the cache folder."""
