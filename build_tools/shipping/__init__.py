"""What goes out with the site beside its code: files for hosts, licences, the list of parts, releases."""
