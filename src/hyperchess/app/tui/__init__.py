"""The terminal previewer: `cursor` and the views know what is shown, `app` and the widgets show it."""
