/** The header button that shows the other users, and announces when they join, leave, or ask to be
 * followed. */

/** @import {Context} from "../shell/context.js" */
/** @import {Connection} from "./connection.js" */

import { byId, make } from "../ui/dom.js";
import { counted } from "../ui/wording.js";
import { badge } from "./badge.js";
import { me } from "./me.js";

const MOST = 3;

/** @param {Context} context @param {Connection} connection */
export function mountPeopleButton(context, connection) {
  const button = byId("head-people", HTMLButtonElement);
  const discs = make("span", { class: "persons" });
  button.append(discs);
  /** @type {Map<number, {name: string, person: string, leads: boolean}>} */
  let known = new Map();
  const refresh = () => {
    const { others } = connection;
    discs.replaceChildren(...others.slice(0, MOST).map(badge));
    if (others.length > MOST) discs.append(`+${others.length - MOST}`);
    const names = others.map(({ name }) => name).join(", ");
    const count = counted(others.length, "other person", "other people");
    const title = others.length === 0 ? "People and links" : `${count} here: ${names}`;
    button.title = title;
    button.setAttribute("aria-label", title);
    for (const one of others) {
      const before = known.get(one.number);
      if (!before && known.size > 0 && one.person !== me.person) context.announce(`${one.name} is here`);
      if (one.leads && !before?.leads && connection.following === null) {
        context.shell.notify({
          text: `${one.name} asks you to follow`,
          action: { label: "Follow", run: () => connection.follow(one.number) },
        });
      }
    }
    for (const [number, { name, person }] of known) {
      const isHere = connection.people.some((one) => one.number === number);
      if (connection.state === "on" && !isHere && person !== me.person) context.announce(`${name} has left`);
    }
    if (connection.people.length > 0) known = new Map(connection.people.map((one) => [one.number, one]));
  };
  connection.addEventListener("people", refresh);
  refresh();
}
