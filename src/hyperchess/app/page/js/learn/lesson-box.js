/** The step of a lesson above the board: its text, its task, the result, and navigation. */

/** @import {Context} from "../shell/context.js" */
/** @import {Lesson} from "./lesson.js" */

import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";
import { explained } from "../ui/glossary.js";
import { icon } from "../ui/icons.js";

const NARROW = 520; // CSS pixels: the width of a phone

/** @param {HTMLElement} table @param {Lesson} lesson @param {Context} context */
export function mountLessonBox(table, lesson, context) {
  const title = make("h2", { class: "lesson-title" });
  const count = make("span", { class: "quiet-text" });
  const text = make("p", {});
  const task = make("p", { class: "lesson-task" });
  const message = make("p", { id: "lesson-message", role: "status" });
  const back = button("previous", "Back", () => void lesson.go(-1));
  const hint = button("hint", "Hint", () => void lesson.hint());
  const again = button("undo", "Try again", () => void lesson.restart());
  const next = button("next", "Next", () => void lesson.go(1));
  const finish = button("done", "All lessons", () => context.shell.show("learn"));
  next.id = "lesson-next";
  const close = make(
    "button",
    {
      type: "button",
      class: "bare",
      title: "Leave the lesson",
      "aria-label": "Leave the lesson",
      on: { click: () => lesson.leave() },
    },
    icon("close"),
  );
  const box = make(
    "section",
    { id: "lesson", "aria-label": "Lesson", hidden: true },
    make("div", { class: "lesson-head" }, title, count, close),
    text,
    task,
    message,
    make("div", { class: "button-row" }, back, hint, again, next, finish),
  );
  table.append(box);
  const refresh = () => {
    const { step, course, state } = lesson;
    box.hidden = state === "off" || !step || !course;
    if (!step || !course || box.hidden) return;
    title.textContent = step.title;
    count.replaceChildren(
      make("span", { class: "wide-only", text: `${course.title} · ` }),
      `step ${lesson.index + 1} of ${course.steps.length}`,
    );
    text.replaceChildren(...explained(step.text));
    task.textContent = step.task;
    message.textContent = lesson.message.text;
    message.className = lesson.message.tone;
    message.hidden = lesson.message.text === "";
    const done = state === "done";
    task.hidden = done;
    back.disabled = lesson.index === 0;
    hint.hidden = done;
    next.hidden = lesson.isLast;
    finish.hidden = !lesson.isLast;
    for (const onward of [next, finish]) onward.classList.toggle("primary", done);
  };
  lesson.addEventListener("change", refresh);
  lesson.addEventListener("begin", () => look(lesson, context));
  // the keyboard continues from here
  lesson.addEventListener("reached", () => (lesson.isLast ? finish : next).focus());
  refresh();
}

/** Show all boards of a multiverse if there is space for them. @param {Lesson} lesson @param {Context} context */
function look(lesson, context) {
  const stage = context.stage();
  if (!stage) return;
  stage.resize(); // the box takes space from the board
  if (lesson.course?.game === "infinite" || stage.canvas.clientWidth < NARROW) stage.toPresent();
  else stage.fit();
}
