/** The entry point of the board without a server: requests go to Python in a worker, then the page starts. */

import { useTransport } from "../data/transport.js";
import { make } from "../ui/dom.js";
import { keepOffline } from "./offline.js";
import { WorkerTransport } from "./transport.js";

/** A line at the foot of the page, above everything else. @param {string} text @param {HTMLElement} [action] */
function tell(text, action) {
  const close = make("button", { type: "button", class: "quiet", text: "Close", on: { click: () => line.remove() } });
  const line = make("div", { class: "site-message", role: "status" }, make("span", { text }), action ?? null, close);
  document.body.append(line);
}

const baked = await (await fetch(new URL("../../baked.json", import.meta.url))).json();
const transport = new WorkerTransport(baked);
transport.tell = tell;
useTransport(transport);

// Another tab that has changed a study tells so; this one shows it when it is looked at.
const tabs = new BroadcastChannel("hyperchess-studies");
transport.wrote = (study) => tabs.postMessage(study);
tabs.addEventListener("message", ({ data }) => dispatchEvent(new CustomEvent("hyperchess-changed", { detail: data })));

document.documentElement.dataset["site"] = "starting";
transport.ready.then(
  () => (document.documentElement.dataset["site"] = "ready"),
  () => (document.documentElement.dataset["site"] = "failed"),
);
await import("../main.js");
keepOffline(tell);
