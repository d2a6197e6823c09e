"""The installation of the services.  Only the standard library: it runs before the program's environment exists."""
