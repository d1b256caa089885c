"""The installer for Windows: how it is built, and what it installs, on a Windows that wine plays."""
