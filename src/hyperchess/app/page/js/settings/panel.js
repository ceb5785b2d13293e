/** The Settings page: theme, board colours, and what is shown. */

/** @import {Session} from "../session.js" */
/** @import {Choices} from "./settings.js" */
/** @import {Context} from "../shell/context.js" */

import { pieceSet } from "../drawing/pieces.js";
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

const PIECE_SETS = /** @type {const} */ ([
  ["classic", "Classic"],
  ["facets", "Facets"],
  ["moves", "Moves"],
]);

const SAMPLE = ["king", "queen", "knight"];

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
    piecePart(context),
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
  source.ask("GET /engines").then(
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
  const samples = BOARD_THEMES.map(({ name, title, onLight, onDark }) => ({
    name,
    title,
    paint: (/** @type {HTMLCanvasElement} */ canvas) => {
      const now = activeTheme(settings, art);
      const own = now.name === "dark" ? onDark : now.name === "light" ? onLight : null;
      const plain = art.themes[now.name] ?? now;
      const squares = own ?? { light: plain.light, dark: plain.dark };
      paintSample(canvas, { ...now, ...squares }, pieceSet(art), art.box);
    },
  }));
  const note = make("p", { class: "quiet-text", text: "The high-contrast theme has its own board colours." });
  const refresh = () => {
    note.hidden = activeTheme(settings, art).name !== "contrast";
  };
  settings.onChange(refresh);
  refresh();
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "Boards" }),
    sampleGroup(settings, "boards", "Board colours", samples),
    note,
  );
}

/** @param {Context} context */
function piecePart({ settings, art }) {
  const samples = PIECE_SETS.map(([name, title]) => ({
    name,
    title,
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      paintSample(canvas, activeTheme(settings, art), pieceSet(art, name), art.box),
  }));
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "Pieces" }),
    sampleGroup(settings, "pieces", "Piece set", samples),
  );
}

/**
 * A choice with a picture for each value.
 *
 * @param {import("./settings.js").Settings} settings
 * @param {"boards" | "pieces"} setting
 * @param {string} label
 * @param {{name: string, title: string, paint: (canvas: HTMLCanvasElement) => void}[]} samples
 */
function sampleGroup(settings, setting, label, samples) {
  const group = make("div", { class: "board-themes", role: "radiogroup", "aria-label": label });
  for (const { name, title, paint } of samples) {
    const radio = make("input", {
      type: "radio",
      name: setting,
      value: name,
      on: { change: () => settings.set(setting, name) },
    });
    const sample = make("canvas", { width: 132, height: 88, class: "sample" });
    const refresh = () => {
      radio.checked = settings.get(setting) === name;
      paint(sample);
    };
    settings.onChange(refresh);
    refresh();
    group.append(make("label", { class: "board-theme" }, radio, sample, title));
  }
  return group;
}

/**
 * A sample of a board: three pieces of each player on both colours.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {import("../types.js").Theme} theme
 * @param {Record<string, import("../types.js").Drawing>} drawings
 * @param {number} box
 */
function paintSample(canvas, theme, drawings, box) {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const side = canvas.height / 2;
  SAMPLE.forEach((symbol, column) => {
    for (const [row, player] of ["black", "white"].entries()) {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.fillStyle = (column + row) % 2 === 0 ? theme.light : theme.dark;
      pen.fillRect(column * side, row * side, side, side);
      const owner = theme.owners[player];
      const drawing = drawings[symbol];
      if (!drawing || !owner) continue;
      const scale = side / box;
      pen.setTransform(scale, 0, 0, scale, column * side, row * side);
      pen.lineJoin = "round";
      pen.fillStyle = owner.fill;
      pen.strokeStyle = owner.line;
      for (const path of drawing.body) {
        pen.lineWidth = 8;
        pen.stroke(new Path2D(path));
        pen.fill(new Path2D(path));
      }
      pen.lineWidth = 4;
      for (const path of drawing.line) pen.stroke(new Path2D(path));
    }
  });
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
