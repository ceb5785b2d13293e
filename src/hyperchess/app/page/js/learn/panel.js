/** The Learn page: the courses with their steps, and the practice mates of infinite chess. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Game} from "../game/game.js" */
/** @import {Course, PracticeMate} from "../types.js" */
/** @import {Lesson} from "./lesson.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize, counted } from "../ui/wording.js";
import { Practice } from "./practice.js";
import { forget, isDone, placeOf, recordOf } from "./progress.js";

/** @type {Set<string>} courses whose steps are shown */
const unfolded = new Set();

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 * @param {Lesson} lesson
 * @param {Game} game
 */
export function mount(element, session, context, lesson, game) {
  const practice = new Practice(session, context.source, game);
  const courses = make("div", {});
  const mates = make("div", {});
  element.append(courses, mates);

  const showBoard = () => {
    context.shell.showBoard();
    if (matchMedia("(min-width: 721px)").matches) context.shell.show("learn");
    context.stage()?.canvas.focus();
  };
  /** @param {string} course @param {number} step */
  const open = async (course, step) => {
    await lesson.open(course, step, showBoard).catch((error) => fail(error));
  };
  /** @param {PracticeMate} mate */
  const play = async (mate) => {
    if (await practice.begin(mate).catch((error) => fail(error))) showBoard();
  };
  /** @param {Error} error */
  const fail = (error) => {
    session.notice(error.message, "error");
    return false;
  };
  const load = async () => {
    const [found, offered] = await Promise.all([lesson.courses(), practice.mates()]);
    const draw = () => {
      courses.replaceChildren(...found.map((course) => coursePart(course, lesson, open, draw)));
      mates.replaceChildren(practicePart(offered, practice.current, play));
    };
    lesson.addEventListener("change", draw);
    practice.addEventListener("change", draw);
    draw();
  };
  load().catch(fail);
}

/**
 * @param {Course} course
 * @param {Lesson} lesson
 * @param {(course: string, step: number) => void} open
 * @param {() => void} redraw
 */
function coursePart(course, lesson, open, redraw) {
  const done = course.steps.map((step) => isDone(course.name, step.name));
  const first = done.indexOf(false);
  const left = placeOf(course.name)?.step ?? 0;
  const goOn = first < 0 ? 0 : done[left] ? first : left;
  const count = done.filter(Boolean).length;
  const begin = make(
    "button",
    {
      type: "button",
      class: "primary",
      "data-course": course.name,
      on: { click: () => open(course.name, goOn) },
    },
    icon("play"),
    count === 0 ? "Start" : first < 0 ? "Try again" : "Continue",
  );
  const reset = make("button", {
    type: "button",
    class: "quiet",
    text: "Reset progress",
    hidden: count === 0,
    on: {
      click: () => {
        forget(course.name);
        redraw();
      },
    },
  });
  const here = lesson.state !== "off" && lesson.course?.name === course.name;
  const list = make("ol", { class: "steps" });
  course.steps.forEach((step, place) => {
    list.append(
      make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: "step",
            "data-step": step.name,
            "aria-current": here && lesson.index === place ? "step" : null,
            on: { click: () => open(course.name, place) },
          },
          done[place] ? icon("done") : make("span", { class: "step-number", text: String(place + 1) }),
          make("span", { text: step.title }),
          done[place] ? make("span", { class: "unseen", text: "done" }) : null,
        ),
      ),
    );
  });
  const unfold = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLDetailsElement && event.target.open) unfolded.add(course.name);
    else unfolded.delete(course.name);
  };
  return make(
    "section",
    { class: "part course" },
    make("h3", { text: course.title }),
    make("div", { class: "button-row" }, begin, reset),
    make(
      "details",
      { open: here || unfolded.has(course.name), on: { toggle: unfold } },
      make("summary", { text: `${count} of ${course.steps.length} steps done` }),
      list,
    ),
  );
}

/**
 * @param {PracticeMate[]} mates
 * @param {string} current the mate that is being played
 * @param {(mate: PracticeMate) => void} play
 */
function practicePart(mates, current, play) {
  const part = make(
    "section",
    { class: "part practice" },
    make("h3", { text: "Practice mates in infinite chess" }),
    make("p", {
      class: "quiet-text",
      text:
        "Checkmate the computer's lone king. The starting position is different each time. " +
        `You have ${mates[0]?.moves ?? 0} moves.`,
    }),
  );
  for (const level of new Set(mates.map((mate) => mate.level))) {
    const list = make("ul", { class: "mates" });
    for (const mate of mates.filter((found) => found.level === level)) {
      list.append(make("li", {}, mateButton(mate, mate.name === current, play)));
    }
    part.append(make("h4", { text: capitalize(level) }), list);
  }
  return part;
}

/** @param {PracticeMate} mate @param {boolean} here @param {(mate: PracticeMate) => void} play */
function mateButton(mate, here, play) {
  const { tried, won, best } = recordOf(mate.name);
  const note = won > 0 ? `won ${won} of ${tried}, best: ${counted(best, "move")}` : tried > 0 ? `${tried} tried` : "";
  return make(
    "button",
    {
      type: "button",
      class: "step",
      "data-mate": mate.name,
      "aria-current": here ? "true" : null,
      on: { click: () => play(mate) },
    },
    icon(won > 0 ? "done" : "play"),
    make("span", { text: capitalize(mate.text) }),
    make("span", { class: "card-note", text: note }),
  );
}
