"""Games as people paste them: inside Markdown, HTML, quotes and chat messages, with stray words.

A text that reads with errors or warnings is read again without what surrounds the game. Characters are
replaced one for one, so that every offset keeps its meaning in the original text.
"""
