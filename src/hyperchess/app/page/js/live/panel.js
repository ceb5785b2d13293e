/** The People page: the user's name, the other users and their nodes, links, and earlier versions. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Connection, Participant} from "./connection.js" */

import { actionText } from "../moves/node-text.js";
import { make } from "../ui/dom.js";
import { mountEarlier } from "./earlier-versions.js";
import { mountLinks } from "./links.js";
import { COLORS, me } from "./me.js";
import { badge } from "./badge.js";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 * @param {Connection} connection
 */
export function mount(element, session, context, connection) {
  const links = make("section", { class: "part" });
  const earlier = make("section", { class: "part" });
  element.append(herePart(session, connection), mePart(connection), links, earlier);
  mountLinks(links, session, context);
  mountEarlier(earlier, session, context, connection);
}

/** The users in the study, with a button to follow each. @param {Session} session @param {Connection} connection */
function herePart(session, connection) {
  const list = make("ul", { class: "people", id: "people" });
  const state = make("p", { class: "quiet-text", id: "people-state", role: "status" });
  const lead = make("input", {
    type: "checkbox",
    id: "people-lead",
    on: { change: () => connection.lead(lead.checked) },
  });
  const leadRow = make("label", { class: "switch" }, lead, "Ask the others to follow me");
  const refresh = () => {
    list.replaceChildren(...connection.people.map((one) => row(one, session, connection)));
    lead.checked = connection.leads;
    leadRow.hidden = connection.others.length === 0;
    state.textContent = STATES[connection.state](connection.others.length);
  };
  connection.addEventListener("people", refresh);
  connection.addEventListener("state", refresh);
  session.on("study", refresh);
  refresh();
  return make("section", { class: "part" }, make("h3", { text: "Here" }), list, state, leadRow);
}

/** @type {Record<"off" | "connecting" | "on", (others: number) => string>} */
const STATES = {
  off: () => "No study is open.",
  connecting: () => "No connection: trying again. Your edits are kept and sent later.",
  on: (others) => (others === 0 ? "No one else is here. Create a link below to invite others." : ""),
};

/** @param {Participant} one @param {Session} session @param {Connection} connection */
function row(one, session, connection) {
  const you = one.number === connection.you;
  const node = session.nodeOf(one.node);
  const place = node === null ? "" : node.parent === null ? "at the start" : `after ${actionText(node)}`;
  const followed = connection.following === one.number;
  const follow = make("button", {
    type: "button",
    class: "small",
    text: followed ? "Following" : "Follow",
    "aria-label": `Follow ${one.name}`,
    "aria-pressed": String(followed),
    on: { click: () => connection.follow(followed ? null : one.number) },
  });
  return make(
    "li",
    {},
    badge(one),
    make("span", { class: "person-name", text: you ? `${one.name} (you)` : one.name }),
    make("span", { class: "person-place", text: [one.leads ? "leads" : "", place].filter(Boolean).join(", ") }),
    you ? null : follow,
  );
}

/** The name and the colour of the user. @param {Connection} connection */
function mePart(connection) {
  const name = make("input", {
    type: "text",
    id: "people-name",
    maxlength: 40,
    autocomplete: "nickname",
    on: {
      change: () => {
        connection.rename({ name: name.value.trim() || me.name });
        name.value = me.name;
      },
    },
  });
  name.value = me.name;
  const colors = make("div", { class: "person-colors", role: "radiogroup", "aria-label": "Your colour" });
  COLORS.forEach((color, place) => {
    const radio = make("input", {
      type: "radio",
      name: "person-color",
      checked: color === me.color,
      "aria-label": `Colour ${place + 1}`,
      on: { change: () => connection.rename({ color }) },
    });
    const label = make("label", {}, radio);
    label.style.setProperty("--color", color);
    colors.append(label);
  });
  return make(
    "section",
    { class: "part" },
    make("h3", { text: "You" }),
    make("label", { class: "field-title", for: "people-name", text: "Your name, as others see it" }),
    name,
    colors,
  );
}
