"""The terminal previewer: `cursor` and the views decide what to display; `app` and the widgets display it."""
