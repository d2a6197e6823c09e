"""Die drei Magier (Noris 1985) as pure rules."""
