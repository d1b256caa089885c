"""Series between programs beside their page: opened, followed while they are played, wished for, with clients from elsewhere."""
