"""What everybody may see: the event as a site, its pages, and how they are kept."""
