"""One of each: what a plug-in of Top Table can add."""
