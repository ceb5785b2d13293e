/** The entry point of the board without a server: requests go to Python in a worker, then the page starts. */

import { useTransport } from "../data/transport.js";
import { make } from "../ui/dom.js";
import { keepOffline } from "./offline.js";
import { mountStudiesFile } from "./studies-file.js";
import { WorkerTransport } from "./transport.js";

/** A line at the foot of the page, above everything else. @param {string} text @param {HTMLElement} [action] */
function tell(text, action) {
  const close = make("button", { type: "button", class: "quiet", text: "Close", on: { click: () => line.remove() } });
  const line = make("div", { class: "site-message", role: "status" }, make("span", { text }), action ?? null, close);
  document.body.append(line);
}

/** A part of the page, when it has been built. @param {string} id @returns {Promise<HTMLElement>} */
function built(id) {
  return new Promise((resolve) => {
    const look = () => {
      const found = document.getElementById(id);
      if (!found) return;
      observer.disconnect();
      resolve(found);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}

const baked = await (await fetch(new URL("../../baked.json", import.meta.url))).json();
const transport = new WorkerTransport(baked);
transport.tell = tell;
useTransport(transport);

document.documentElement.dataset["site"] = "starting";
transport.ready.then(
  () => (document.documentElement.dataset["site"] = "ready"),
  () => (document.documentElement.dataset["site"] = "failed"),
);
await import("../main.js");
keepOffline(tell);
mountStudiesFile(await built("panel-settings"), transport, tell);
