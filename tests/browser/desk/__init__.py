"""Browser tests of the desk: a day by mouse and keys, two pages at once, nothing lost."""
