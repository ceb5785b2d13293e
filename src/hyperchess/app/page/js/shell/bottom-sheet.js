/**
 * On a phone the side panel is a sheet over the board with three heights: low (only the tabs), half, and high. The
 * handle is dragged, or tapped for the next height. On wide screens this has no effect.
 */

const STOPS = /** @type {const} */ (["low", "half", "high"]);
const LOW = 62;
const GAP = 8;

export class BottomSheet {
  /** @type {(typeof STOPS)[number]} */ stop = "low";
  #from = { y: 0, height: 0, moved: false };

  /** @param {HTMLElement} sheet @param {HTMLElement} handle */
  constructor(sheet, handle) {
    this.sheet = sheet;
    this.handle = handle;
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      this.#from = { y: event.clientY, height: sheet.offsetHeight, moved: false };
      sheet.classList.add("dragged");
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const by = this.#from.y - event.clientY;
      if (Math.abs(by) > 4) this.#from.moved = true;
      if (this.#from.moved) this.#height(this.#from.height + by);
    });
    const drop = () => {
      sheet.classList.remove("dragged");
      if (this.#from.moved) this.set(this.#nearest(sheet.offsetHeight));
    };
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", drop);
    handle.addEventListener("click", () => {
      if (this.#from.moved) this.#from.moved = false;
      else this.set(STOPS[(STOPS.indexOf(this.stop) + 1) % STOPS.length] ?? "low");
    });
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.set(STOPS[Math.min(2, Math.max(0, STOPS.indexOf(this.stop) + step))] ?? "low");
    });
    addEventListener("resize", () => this.set(this.stop));
    this.set("low");
  }

  /** Open the sheet at least halfway. */
  raise() {
    if (this.stop === "low") this.set("half");
  }

  /** Open the sheet just far enough to show an element in it, at most halfway. @param {HTMLElement} element */
  reveal(element) {
    if (this.stop === "high") return;
    this.set("half");
    const end = element.getBoundingClientRect().bottom - this.sheet.getBoundingClientRect().top;
    this.#height(Math.min(end + GAP, this.#heights().half));
  }

  /** @param {(typeof STOPS)[number]} stop */
  set(stop) {
    this.stop = stop;
    this.#height(this.#heights()[stop]);
    this.sheet.dataset["stop"] = stop;
    const words = { low: "closed", half: "half open", high: "open" };
    this.handle.setAttribute("aria-label", `Panel: ${words[stop]}; press to resize`);
    this.handle.setAttribute("aria-expanded", String(stop !== "low"));
  }

  #heights() {
    const parent = this.sheet.parentElement;
    const bar = document.getElementById("bar")?.offsetHeight ?? 0;
    const room = (parent?.clientHeight ?? innerHeight) - bar;
    return { low: LOW, half: Math.round(room * 0.5), high: room - 8 };
  }

  /** @param {number} height */
  #height(height) {
    const { high } = this.#heights();
    document.documentElement.style.setProperty("--sheet", `${Math.max(LOW, Math.min(high, height))}px`);
  }

  /** @param {number} height */
  #nearest(height) {
    const heights = this.#heights();
    return STOPS.reduce((best, stop) =>
      Math.abs(heights[stop] - height) < Math.abs(heights[best] - height) ? stop : best,
    );
  }
}
