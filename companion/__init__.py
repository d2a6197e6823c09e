"""The companion for the wooden game Die drei Magier: host, rules, table and pages."""
