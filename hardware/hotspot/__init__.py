"""The table's own Wi-Fi, where there is none.  Only the standard library, but for the commands."""
