"""Several users in one study: roles, presence, and notification of every change."""
