"""Commands about game records in files."""
