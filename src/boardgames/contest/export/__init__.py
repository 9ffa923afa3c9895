"""A contest as files: a report in HTML, its games as CSV and JSON."""
