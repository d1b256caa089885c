"""Nothing lost: archives, restoring, snapshots put back, backups."""
