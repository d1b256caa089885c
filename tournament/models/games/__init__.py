"""Games as they are stored: logs with their disputes, and games on devices with their acts."""
