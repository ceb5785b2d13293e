/** Export: the game as text in any notation with the losses, as a picture, and as a self-contained page. */

/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Exported} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { activeTheme } from "../settings/theme.js";
import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { copy, download, fileName } from "../ui/copy-download.js";
import { icon } from "../ui/icons.js";
import { WriterOptions } from "../ui/writer-options.js";
import { notationsFor } from "../ui/notation-list.js";
import { counted } from "../ui/wording.js";

/** The notations that keep variations and comments. */
const KEEPS_ALL = { "5d": "branched", infinite: "icn" };

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mountText(element, session, context) {
  const notation = make("select", { id: "export-notation", "aria-label": "Notation" });
  const options = new WriterOptions(() => refresh());
  const text = make("textarea", {
    id: "export-text",
    class: "output",
    rows: 9,
    readonly: true,
    spellcheck: "false",
    "aria-label": "The game as text",
  });
  const losses = make("div", { class: "losses-part" });
  const chapters = make("input", { type: "checkbox", id: "export-chapters", on: { change: () => refresh() } });
  const whole = make("label", { class: "setting", hidden: true }, "All chapters in one text", chapters);
  /** @type {Exported | null} */
  let exported = null;
  let asked = 0;
  /** @type {string | null} */
  let game = null;
  /** @type {string | null} the study whose chapters are known */
  let countedFor = null;

  /** Show an error instead of a text. @param {unknown} error */
  const fail = (error) => {
    exported = null;
    text.value = "";
    const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
    losses.replaceChildren(
      make(
        "p",
        { class: "tone-error" },
        icon("error"),
        make("span", { text: [message, hint].filter(Boolean).join("; ") }),
      ),
    );
  };
  const load = async () => {
    const { study } = session;
    if (!study || !notation.value) return; // the notations are not known yet
    const now = ++asked;
    element.setAttribute("aria-busy", "true");
    try {
      const to = notation.value;
      const request = { to, options: options.values(), chapters: chapters.checked && !whole.hidden };
      const found = await context.source.ask("POST /studies/{id}/export", { id: study.id }, request);
      if (now !== asked) return;
      exported = found;
      text.value = found.text;
      text.dataset["shows"] = `${study.id} ${study.revision} ${to}`;
      losses.replaceChildren(...lossList(found));
    } catch (error) {
      if (now === asked) fail(error);
    } finally {
      if (now === asked) element.removeAttribute("aria-busy");
    }
  };
  const soon = debounce(load, 150);
  const refresh = () => {
    if (element.closest("[hidden]") === null) soon();
  };
  const choose = async () => {
    const { study } = session;
    if (!study) return;
    if (study.game !== game) {
      game = study.game;
      let listed;
      try {
        listed = await notationsFor(context.source, study.game);
      } catch (error) {
        if (study.game !== game) return;
        game = null; // asked again when the study changes or the panel is shown
        fail(error);
        return;
      }
      if (study.game !== game) return; // another game is shown meanwhile
      notation.replaceChildren(
        ...listed.map(({ name, title }) => make("option", { value: name, text: title })),
      );
      notation.value = KEEPS_ALL[study.game];
      await showOptions();
    }
    if (study.id !== countedFor) {
      countedFor = study.id;
      const found = await context.source.ask("GET /studies/{id}/chapters", { id: study.id }).catch(() => null);
      whole.hidden = (found?.chapters.length ?? 0) < 2;
    }
    refresh();
  };
  const showOptions = async () => {
    const listed = await notationsFor(context.source, game ?? "5d");
    options.show(listed.find(({ name }) => name === notation.value)?.options ?? []);
  };
  notation.addEventListener("change", async () => {
    await showOptions();
    refresh();
  });
  session.on("study", choose);
  new IntersectionObserver(() => choose()).observe(element);

  element.append(
    make("h3", { text: "Text" }),
    notation,
    options.element,
    whole,
    text,
    losses,
    make(
      "div",
      { class: "button-row" },
      make(
        "button",
        { type: "button", "data-do": "copy-text", on: { click: () => copy(text.value, "Text", context) } },
        icon("copy"),
        "Copy",
      ),
      make(
        "button",
        {
          type: "button",
          on: {
            click: () => {
              const name = fileName(session.study?.title ?? "", exported?.suffix ?? ".txt");
              download(new Blob([text.value], { type: "text/plain" }), name);
            },
          },
        },
        icon("download"),
        "Download",
      ),
    ),
  );
}

/** @param {Exported} found @returns {HTMLElement[]} */
function lossList({ losses }) {
  if (losses.length === 0) {
    return [
      make(
        "p",
        { class: "tone-fine" },
        icon("done"),
        make("span", { text: "Nothing is lost in this notation." }),
      ),
    ];
  }
  const list = make("ul", { class: "losses" });
  list.append(...losses.slice(0, 50).map(({ message }) => make("li", { text: message })));
  if (losses.length > 50) list.append(make("li", { text: `and ${losses.length - 50} more` }));
  const head = `${counted(losses.length, "thing")} cannot be expressed in this notation:`;
  return [make("p", { class: "tone-warning" }, icon("warning"), make("span", { text: head })), list];
}

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mountPictures(element, session, context) {
  /** @param {() => Promise<void>} work */
  const reportErrors = (work) => async () => {
    try {
      await work();
    } catch (error) {
      const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
      session.notice(message, "error", hint ?? "");
    }
  };
  const name = (/** @type {string} */ suffix) => fileName(session.study?.title ?? "", suffix);
  /** @param {"svg" | "png"} format @param {boolean} [inView] only what is in view */
  const drawn = (format, inView = false) =>
    reportErrors(async () => {
      const { study, node, pending } = session;
      if (!study) return;
      const theme = activeTheme(context.settings, context.art).name;
      const flip = context.settings.get("flip");
      const stage = context.stage();
      const window = inView && stage ? { window: stage.window() } : {};
      const request = { node, pending, format, theme, flip, ...window };
      const blob = await context.source.ask("POST /studies/{id}/picture", { id: study.id }, request);
      download(blob, name(inView ? `-view.${format}` : `.${format}`));
    });
  const view = reportErrors(async () => {
    const stage = context.stage();
    if (stage) download(await stage.toBlob(), name("-view.png"));
  });
  const animation = reportErrors(async () => {
    const { study, node } = session;
    if (!study) return;
    const theme = activeTheme(context.settings, context.art).name;
    session.notice("the animation is being drawn");
    const request = { node, theme, flip: context.settings.get("flip") };
    const blob = await context.source.ask("POST /studies/{id}/animation", { id: study.id }, request);
    download(blob, name(".gif"));
  });
  const page = reportErrors(async () => {
    if (!session.study) return;
    download(await context.source.ask("POST /studies/{id}/html", { id: session.study.id }, {}), name(".html"));
  });
  const isWithoutServer = context.source.looks; // a browser has no library for GIF files
  /** @param {string} label @param {string} sign @param {string} what @param {() => void} click */
  const button = (label, sign, what, click) =>
    make("button", { type: "button", "data-do": what, on: { click } }, icon(sign), label);

  element.append(
    make("h3", { text: "Picture" }),
    make(
      "div",
      { class: "button-row" },
      button("Everything, SVG", "picture", "svg", drawn("svg")),
      button("Everything, PNG", "picture", "png", drawn("png")),
      button("This view, SVG", "picture", "view-svg", drawn("svg", true)),
      button("This view, PNG", "picture", "view", view),
      isWithoutServer ? null : button("Moves up to here, GIF", "play", "gif", animation),
    ),
    make("h3", { text: "Page" }),
    make("p", {
      class: "quiet-text",
      text: "One file with the game and a viewer: it works without a server.",
    }),
    make("div", { class: "button-row" }, button("Download the page", "page", "html", page)),
  );
}
