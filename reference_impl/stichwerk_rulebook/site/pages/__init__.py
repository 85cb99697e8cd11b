"""The pages of the site. Each module has `pages(site)`, which yields the pages of one room."""
