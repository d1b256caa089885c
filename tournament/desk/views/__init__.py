"""The views of the desk, a module for each subject; a view turns a request into one call of a service and an answer."""
