/** The typeface of text on canvases; css/font.css loads it for the page. */

export const TYPEFACE = 'Figtree, system-ui, "Noto Sans", "Liberation Sans", sans-serif';
