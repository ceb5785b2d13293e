"""The terminal previewer. `cursor` and the stages know what is seen; `app` and the widgets show it."""
