"""The desk's lists by noun: sortable, filtered, paged, each a file as well."""
