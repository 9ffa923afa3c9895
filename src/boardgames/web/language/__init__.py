"""The language of a request, its templates, and the folders of a site."""
