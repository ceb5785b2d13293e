/** The entry point of the board without a server: requests go to Python in a worker, then the page starts. */

import { useTransport } from "../data/transport.js";
import { keepOffline } from "./offline.js";
import { mountStudiesFile } from "./studies-file.js";
import { WorkerTransport } from "./transport.js";

/** An element of the page, once it has been built. @param {string} id @returns {Promise<HTMLElement>} */
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
/** Expose whether Python runs as an attribute of the page. @param {"starting" | "ready" | "failed"} state */
const show = (state) => (document.documentElement.dataset["site"] = state);
const transport = new WorkerTransport(baked, show);
useTransport(transport);
await import("../main.js");
// On the first visit the service worker waits until the page has loaded its files: then the browser has them.
if (!navigator.serviceWorker?.controller) await transport.started;
void keepOffline();
mountStudiesFile(await built("panel-settings"), transport);
