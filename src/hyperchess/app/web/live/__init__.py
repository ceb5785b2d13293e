"""Several people in one study: who may do what, who is here, and everyone hears of every change."""
