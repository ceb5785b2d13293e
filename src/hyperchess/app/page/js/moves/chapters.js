/**
 * The chapters of the open study, above its moves: switch, add, rename, move, delete. A chapter is a study
 * with its own address and its own history. A single game shows nothing here until it gets a second chapter.
 */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Chapters} from "../types.js" */

import { shareKey } from "../live/keys.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { showMenu } from "../ui/menu.js";
import { counted } from "../ui/wording.js";
import { chapterTextForm, volumeTitleForm } from "./chapter-forms.js";

const NONE = { title: "", chapters: [] };

class ChapterBar {
  /** @type {Chapters} */ #volume = NONE;
  /** @type {string | null} the study for which they were asked */ #study = null;
  /** @type {Set<string>} chapters that are about to be deleted */ #deleted = new Set();
  #asked = 0;

  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Context} context
   */
  constructor(element, session, context) {
    this.element = element;
    this.session = session;
    this.context = context;
    this.title = make("h2", { class: "volume-title" });
    this.choice = make("select", {
      id: "chapter",
      "aria-label": "Chapter",
      on: { change: () => this.#open(this.choice.value) },
    });
    this.before = this.#button("previous", "Previous chapter", () => this.#step(-1));
    this.after = this.#button("next", "Next chapter", () => this.#step(1));
    this.menu = this.#button("more", "Edit chapters", () => this.#showMenu());
    this.form = make("div", { class: "chapter-form", hidden: true });
    element.append(
      this.title,
      make("div", { class: "chapter-row" }, this.before, this.choice, this.after, this.menu),
      this.form,
    );
    session.on("study", () => this.#follow());
    addEventListener("focus", () => void this.#load());
    this.#follow();
  }

  /** @param {string} name @param {string} title @param {() => void} click */
  #button(name, title, click) {
    const attributes = { type: "button", class: "bare", title, "aria-label": title, on: { click } };
    return make("button", attributes, icon(name));
  }

  /** Show the cached chapters of the open study, and fetch them if it is a different study. */
  #follow() {
    const { study } = this.session;
    const fits = study !== null && study.kept !== false && !study.match && !this.context.shell.trains();
    if (!fits) {
      this.#study = null;
      this.#volume = NONE;
    } else if (study.id !== this.#study) {
      this.#study = study.id;
      if (!this.#volume.chapters.some(({ id }) => id === study.id)) this.#volume = NONE;
      this.#closeForm();
      void this.#load();
    }
    this.#draw();
  }

  async #load() {
    const study = this.#study;
    if (study === null) return;
    const asked = ++this.#asked;
    const found = await this.context.source.ask("GET /studies/{id}/chapters", { id: study }).catch(() => null);
    if (found && asked === this.#asked && study === this.#study) this.#take(found);
  }

  /** @param {Chapters} found */
  #take(found) {
    this.#volume = found;
    if (this.#study !== null) {
      shareKey(
        this.#study,
        found.chapters.map(({ id }) => id),
      );
    }
    this.#draw();
  }

  get #shown() {
    return this.#volume.chapters.filter(({ id }) => !this.#deleted.has(id));
  }

  get #place() {
    return this.#shown.findIndex(({ id }) => id === this.#study);
  }

  #draw() {
    const { study } = this.session;
    const own = this.#volume.chapters.find(({ id }) => id === study?.id);
    if (own && study) own.title = study.title;
    const [shown, place] = [this.#shown, this.#place];
    this.element.hidden = shown.length === 0 && this.form.hidden;
    const { title } = this.#volume;
    this.title.textContent = title ? `${title} · ${counted(shown.length, "chapter")}` : "";
    this.title.title = title;
    this.choice.replaceChildren(
      ...shown.map((chapter, index) =>
        make("option", { value: chapter.id, text: `${index + 1}. ${shortened(chapter.title, title)}` }),
      ),
    );
    this.choice.value = study?.id ?? "";
    this.choice.title = own?.title ?? "";
    this.before.disabled = place <= 0;
    this.after.disabled = place < 0 || place + 1 >= shown.length;
    this.menu.hidden = !this.session.canEdit;
  }

  /** @param {string} id */
  async #open(id) {
    if (id !== this.session.study?.id) await this.session.load(id);
    this.#draw(); // if it could not be opened, select the open chapter again
  }

  /** @param {number} step */
  #step(step) {
    const next = this.#shown[this.#place + step];
    if (next) void this.#open(next.id);
  }

  #showMenu() {
    const box = this.menu.getBoundingClientRect();
    const [shown, place] = [this.#shown, this.#place];
    const owner = (this.session.study?.role ?? "owner") === "owner";
    showMenu(box.left, box.bottom + 2, "Chapters", [
      ...this.#additions(),
      { label: "Rename this chapter", icon: "edit", apart: true, run: () => renameStudy() },
      { label: "Rename the whole study", icon: "edit", run: () => this.#renameVolume() },
      { label: "Move up", icon: "promote", disabled: place <= 0, run: () => void this.#move(-1) },
      { label: "Move down", icon: "demote", disabled: place + 1 >= shown.length, run: () => void this.#move(1) },
      {
        label: "Delete this chapter",
        icon: "delete",
        apart: true,
        disabled: shown.length < 2 || !owner,
        run: () => this.#delete(),
      },
    ]);
  }

  /** The menu of a study that has no chapters yet. @param {HTMLElement} button */
  showAdditions(button) {
    const box = button.getBoundingClientRect();
    showMenu(box.left, box.top, "Add a chapter", this.#additions());
  }

  #additions() {
    const { study, position } = this.session;
    return [
      { label: "New chapter: 5D chess", icon: "add", run: () => void this.#add({ variant: "Standard" }) },
      { label: "New chapter: infinite chess", icon: "add", run: () => void this.#add({ variant: "Classical" }) },
      {
        label: "New chapter: this position",
        icon: "board",
        disabled: !study || !position,
        run: () => void this.#addPosition(),
      },
      { label: "New chapters from text…", icon: "text", run: () => this.#askText() },
    ];
  }

  /** @param {object} request @returns {Promise<boolean>} */
  async #add(request) {
    const current = this.#study;
    if (current === null) return false;
    try {
      const study = await this.context.source.ask("POST /studies/{id}/chapters", { id: current }, request);
      shareKey(current, [study.id]);
      await this.session.show(study);
      await this.#load();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  async #addPosition() {
    const { study, node, pending } = this.session;
    if (!study) return;
    try {
      const { text } = await this.context.source.ask("POST /studies/{id}/setup", { id: study.id }, { node, pending });
      await this.#add({ setup: { game: study.game, text }, title: study.title });
    } catch (error) {
      this.#report(error);
    }
  }

  #askText() {
    this.#showForm(
      chapterTextForm(
        async (text) => {
          if (await this.#add({ text, chapters: true })) this.#closeForm();
        },
        () => this.#closeForm(),
      ),
    );
  }

  #renameVolume() {
    const arrange = async (/** @type {string} */ title) => {
      await this.#arrange(title || this.#volume.title, this.#volume.chapters);
      this.#closeForm();
    };
    this.#showForm(volumeTitleForm(this.#volume.title, arrange, () => this.#closeForm()));
  }

  /** @param {{form: HTMLElement, focus: () => void}} shown */
  #showForm({ form, focus }) {
    this.form.replaceChildren(form);
    this.form.hidden = false;
    this.#draw();
    focus();
  }

  #closeForm() {
    this.form.hidden = true;
    this.form.replaceChildren();
    this.#draw();
  }

  /** @param {number} step */
  async #move(step) {
    const chapters = [...this.#volume.chapters];
    const place = chapters.findIndex(({ id }) => id === this.#study);
    const [moved] = chapters.splice(place, 1);
    if (moved) await this.#arrange(this.#volume.title, chapters.toSpliced(place + step, 0, moved));
  }

  /** @param {string} title @param {{id: string}[]} chapters */
  async #arrange(title, chapters) {
    if (this.#study === null) return;
    const order = chapters.map(({ id }) => id);
    try {
      this.#take(await this.context.source.ask("PUT /studies/{id}/chapters", { id: this.#study }, { title, order }));
    } catch (error) {
      this.#report(error);
      await this.#load();
    }
  }

  /** Leave a chapter, which is deleted when its message disappears. */
  #delete() {
    const own = this.#shown[this.#place];
    const next = this.#shown[this.#place + 1] ?? this.#shown[this.#place - 1];
    if (!own || !next) return;
    this.#deleted.add(own.id);
    void this.#open(next.id);
    const keep = () => {
      this.#deleted.delete(own.id);
      void this.#open(own.id);
    };
    this.context.shell.notify({
      text: `Deleted the chapter “${own.title || "Untitled"}”`,
      action: { label: "Undo", run: keep },
      gone: async () => {
        try {
          await this.context.source.ask("DELETE /studies/{id}", { id: own.id });
        } catch (error) {
          this.#deleted.delete(own.id);
          this.#report(error);
        }
        await this.#load();
      },
    });
  }

  /** @param {unknown} error */
  #report(error) {
    const { message, hint } = /** @type {{message: string, hint?: string}} */ (error);
    this.session.notice(message, "error", hint ?? "");
  }
}

/** The title of a chapter without the title of the study as a prefix. @param {string} title @param {string} volume */
function shortened(title, volume) {
  const known = `${volume} · `;
  return (title.startsWith(known) ? title.slice(known.length) : title) || "Untitled";
}

/** Rename the chapter: the title in the header is that of the chapter. */
function renameStudy() {
  const field = document.getElementById("study-title");
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} tools of the moves, which get a button for the first chapter
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, tools, session, context) {
  const bar = new ChapterBar(element, session, context);
  const title = "Add a chapter: another game in this study";
  const button = make(
    "button",
    { type: "button", class: "bare", title, "aria-label": title, "data-tool": "chapter" },
    icon("chapters"),
  );
  button.addEventListener("click", () => bar.showAdditions(button));
  const refresh = () => {
    button.hidden = !session.canEdit || Boolean(session.study?.match) || session.study?.kept === false;
  };
  session.on("study", refresh);
  refresh();
  tools.querySelector(".tool-row")?.prepend(button);
}
