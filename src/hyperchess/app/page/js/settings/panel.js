/** The Settings page: theme, board colours, and what is shown. */

/** @import {Session} from "../session.js" */
/** @import {Choices} from "./settings.js" */
/** @import {Context} from "../shell/context.js" */

import { BOARD_THEMES } from "./board-themes.js";
import { activeTheme } from "./theme.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { segments } from "../ui/segments.js";

const THEMES = /** @type {const} */ ([
  ["auto", "Automatic"],
  ["light", "Light"],
  ["dark", "Dark"],
  ["contrast", "Contrast"],
]);

const OURS = "hyperchess";

const PENCILS = /** @type {const} */ ([
  [null, "Off"],
  ["green", "Green"],
  ["blue", "Blue"],
  ["yellow", "Yellow"],
  ["red", "Red"],
]);

const SWITCHES = /** @type {const} */ ([
  ["coordinates", "Coordinates"],
  ["lastMoves", "Last moves"],
  ["checks", "Checks"],
  ["follow", "Follow the present"],
  ["flip", "View from Black's side (f)"],
  ["fullMoves", "Write moves with every board and square"],
  ["animation", "Animate pieces"],
  ["sounds", "Sounds"],
  ["autoSubmit", "Submit as soon as no board needs a move"],
]);

/**
 * @param {HTMLElement} element
 * @param {Session} _session
 * @param {Context} context
 */
export function mount(element, _session, context) {
  element.append(
    themePart(context),
    boardPart(context),
    switchPart(context),
    enginePart(context),
    drawingPart(context),
    make(
      "section",
      { class: "part" },
      make(
        "button",
        { type: "button", on: { click: () => context.shell.show("help") } },
        icon("keys"),
        "All keyboard shortcuts",
      ),
    ),
  );
}

/** The engine for the analysis, and the number of lines. @param {Context} context */
function enginePart({ settings, source }) {
  const engine = make("select", {
    id: "settings-engine",
    on: { change: () => settings.set("engine", engine.value === OURS ? "" : engine.value) },
  });
  const lines = make("select", {
    id: "settings-lines",
    on: { change: () => settings.set("lines", Number(lines.value)) },
  });
  lines.append(...[1, 2, 3, 4, 5].map((number) => make("option", { value: number, text: String(number) })));
  const refresh = () => {
    engine.value = settings.get("engine") || OURS;
    lines.value = String(settings.get("lines"));
  };
  source.engines().then(
    ({ engines }) => {
      engine.append(...engines.map((name) => make("option", { value: name, text: name })));
      if (!engines.includes(settings.get("engine"))) settings.set("engine", "");
      refresh();
    },
    () => {}, // the server is gone, which is reported elsewhere
  );
  settings.onChange(refresh);
  refresh();
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "Engine (l)" }),
    make("label", { class: "setting" }, "Engine", engine),
    make("label", { class: "setting" }, "Best lines", lines),
    make("p", {
      class: "quiet-text",
      text: 'To add engines, start the server with hyperchess serve --engine "NAME=COMMAND".',
    }),
  );
}

/** @param {Context} context */
function themePart({ settings }) {
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "Theme" }),
    choice(settings, "theme", "Theme", THEMES),
  );
}

/**
 * Drawing arrows and squares without a right mouse button: on a phone, and with the keyboard.
 *
 * @param {Context} context
 */
function drawingPart({ settings }) {
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "Draw on the board" }),
    choice(settings, "drawing", "Draw on the board", PENCILS),
    make("p", {
      class: "quiet-text",
      text:
        "While a colour is chosen, a drag draws an arrow and a tap marks a square. " +
        "The right mouse button always draws.",
    }),
  );
}

/**
 * A choice for one setting.
 *
 * @template {"theme" | "drawing"} K
 * @param {import("./settings.js").Settings} settings
 * @param {K} name
 * @param {string} title
 * @param {readonly (readonly [value: Choices[K], label: string])[]} values
 */
function choice(settings, name, title, values) {
  const group = segments(name, title, settings.get(name), values, (value) => settings.set(name, value));
  settings.onChange(() => {
    for (const radio of group.querySelectorAll("input"))
      radio.checked = radio.value === String(settings.get(name));
  });
  return group;
}

/** @param {Context} context */
function boardPart({ settings, art }) {
  const group = make("div", {
    class: "board-themes",
    role: "radiogroup",
    "aria-label": "Board colours",
  });
  const note = make("p", { class: "quiet-text", text: "The high-contrast theme has its own board colours." });
  for (const theme of BOARD_THEMES) {
    const radio = make("input", {
      type: "radio",
      name: "boards",
      value: theme.name,
      on: { change: () => settings.set("boards", theme.name) },
    });
    const sample = make("canvas", { width: 88, height: 88, class: "sample" });
    const refresh = () => {
      radio.checked = settings.get("boards") === theme.name;
      const now = activeTheme(settings, art);
      const own = now.name === "dark" ? theme.onDark : now.name === "light" ? theme.onLight : null;
      const plain = art.themes[now.name] ?? now;
      paint(sample, { ...now, ...(own ?? { light: plain.light, dark: plain.dark }) }, art);
      note.hidden = now.name !== "contrast";
    };
    settings.onChange(refresh);
    refresh();
    group.append(make("label", { class: "board-theme" }, radio, sample, theme.title));
  }
  return make("section", { class: "part" }, make("h3", { text: "Boards" }), group, note);
}

/**
 * A sample of a board theme: four squares with a white and a black piece on each colour.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {import("../types.js").Theme} theme
 * @param {import("../types.js").Art} art
 */
function paint(canvas, theme, art) {
  const pen = canvas.getContext("2d");
  const king = art.drawings["knight"];
  if (!pen) return;
  const side = canvas.width / 2;
  for (let place = 0; place < 4; place += 1) {
    const [column, row] = [place % 2, Math.floor(place / 2)];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = (column + row) % 2 === 0 ? theme.light : theme.dark;
    pen.fillRect(column * side, row * side, side, side);
    const owner = theme.owners[row === 0 ? "black" : "white"];
    if (!king || !owner) continue;
    const scale = side / art.box;
    pen.setTransform(scale, 0, 0, scale, column * side, row * side);
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.fillStyle = owner.fill;
    pen.strokeStyle = owner.line;
    for (const path of king.body) {
      pen.fill(new Path2D(path));
      pen.stroke(new Path2D(path));
    }
    for (const path of king.line) pen.stroke(new Path2D(path));
  }
}

/** @param {Context} context */
function switchPart({ settings }) {
  const part = make("section", { class: "part" }, make("h3", { text: "Board" }));
  for (const [name, label] of SWITCHES) {
    const box = make("input", { type: "checkbox", on: { change: () => settings.set(name, box.checked) } });
    const refresh = () => {
      box.checked = Boolean(settings.get(/** @type {keyof Choices} */ (name)));
    };
    settings.onChange(refresh);
    refresh();
    part.append(make("label", { class: "switch" }, box, label));
  }
  return part;
}
