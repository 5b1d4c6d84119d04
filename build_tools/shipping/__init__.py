"""What is shipped with the site: configuration for hosts, licences, the bill of materials, releases."""
