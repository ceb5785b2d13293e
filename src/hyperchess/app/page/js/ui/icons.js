/** The icons of the page: SVG paths on a grid of 24, drawn as strokes in the colour of the text. */

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-3",
  redo: "M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5 5 0 0 0 0 10h3",
  submit: "M4.5 12.5 10 18 19.5 6.5",
  hint: "M9 17h6M10 20.5h4M8.6 14a6 6 0 1 1 6.8 0c-.3.9-.4 1.9-.4 3H9c0-1.1-.1-2.1-.4-3Z",
  flip: "M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  present: "M12 3v18M4 8.5h4.5M4 15.5h4.5M15.5 8.5H20M15.5 15.5H20",
  "next-board": "M4 6.5h8v8H4zM15 10.5h5.5M17.5 7.5l3 3-3 3M6 18.5h12",
  passing: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6Z",
  previous: "M14.5 5.5 8 12l6.5 6.5",
  next: "M9.5 5.5 16 12l-6.5 6.5",
  first: "M18 5.5 11.5 12l6.5 6.5M6.5 5v14",
  last: "M6 5.5 12.5 12 6 18.5M17.5 5v14",
  open: "M3.5 18.5V6h6l2 2.5h9v10zM3.5 11.5h17",
  share: "M12 15V3.5M8 7l4-4 4 4M7 11H5v9.5h14V11h-2",
  settings: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4",
  keys: "M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 3.5v17M12 8h4.5M12 12h8M12 16h4.5",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2" +
    "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  dark: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
  contrast: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 3.5v17M14 5v14M16 6v12M18 8v8",
  sound: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.5l5 5M20.5 9.5l-5 5",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  close: "M6 6l12 12M18 6 6 18",
  comment: "M4 5h16v11h-8.5L7 20v-4H4z",
  "comment-before": "M8 5h12v11h-7L9 19.5V16H8M4 8v8",
  promote: "M12 20V5M6 11l6-6 6 6",
  "to-main": "M12 20V8.5M6.5 14l5.5-5.5 5.5 5.5M5 4.5h14",
  demote: "M12 4v15M6 13l6 6 6-6",
  delete: "M4.5 7h15M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
  error: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9 9l6 6M15 9l-6 6",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.6v.01",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.7v.01",
  done: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8 12.3l2.8 2.8L16 9.5",
  copy: "M8.5 8.5H20V20H8.5zM15.5 8.5V4H4v11.5h4.5",
  download: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5",
  picture: "M3.5 5h17v14h-17zM3.5 16l5-5 4 4 3-2.5 5 4M15.5 9.2v.01",
  page: "M3.5 4.5h17v15h-17zM3.5 9h17M6.5 6.8h.01M9 6.8h.01",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10",
  tree: "M6 4v12a3 3 0 0 0 3 3h9M6 9.5h12M15.5 7l2.5 2.5-2.5 2.5M15.5 16.5 18 19l-2.5 2.5",
  text: "M5 6h14M5 10.5h14M5 15h9M5 19.5h11",
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  expand: "M9 6l6 6-6 6",
  play: "M7 4.5 19 12 7 19.5z",
  draw: "M4 9h16M4 15h16",
  resign: "M6 21V4M6 4.5h11l-2.5 4 2.5 4H6",
  graph: "M4 4v16h16M7 15l4-5 3 3 5-7",
  games: "M4 5h4v14H4zM8 5h4v14H8zM13.5 6l3.8-1 3.7 13.5-3.9 1zM5.5 8.5h1M9.5 8.5h1",
  engine: "M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5M10.5 10.5h3v3h-3z",
  people:
    "M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6" +
    "M16 5a3.2 3.2 0 0 1 0 6.2M17.5 14.3c2.3.6 3.7 2.6 4 5.7",
  chapters: "M4 5.5h11v14H4zM15 7.5h2.5v12H9M17.5 9.5H20v12h-8.5M7 9.5h5M7 13h5",
  more:
    "M12 4.4a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2ZM12 10.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z" +
    "M12 17.4a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z",
  add: "M12 5v14M5 12h14",
  back: "M11 5.5 4.5 12l6.5 6.5M5 12h15",
};

const SVG = "http://www.w3.org/2000/svg";

/** An icon, hidden from screen readers because the element around it has a label. @param {string} name */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? "");
  picture.append(path);
  return picture;
}

/** Change the icon inside an element. @param {Element} host @param {string} name */
export function setIcon(host, name) {
  host.querySelector("svg.icon > path")?.setAttribute("d", PATHS[name] ?? "");
}
