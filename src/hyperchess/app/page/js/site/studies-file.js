/** All studies of this browser as one file: exported, and imported here or in another browser. */

/** @import {WorkerTransport} from "./transport.js" */

import { download } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { capitalize, counted } from "../ui/wording.js";
import { tell } from "./messages.js";
import { EVERYTHING } from "./transport.js";

const NAME = "hyperchess-studies.json";

/**
 * A part of the settings.
 *
 * @param {HTMLElement} element
 * @param {WorkerTransport} transport
 */
export function mountStudiesFile(element, transport) {
  const save = async () => {
    const answer = await transport.send(EVERYTHING, { method: "GET" });
    if (answer.ok) download(await answer.blob(), NAME);
    else tell(capitalize((await answer.json()).error.message));
  };
  const field = make("input", { type: "file", accept: ".json,application/json", hidden: true, id: "studies-file" });
  field.addEventListener("change", async () => {
    const file = field.files?.[0];
    if (!file) return;
    const answer = await transport.send(EVERYTHING, { method: "POST", body: await file.text() });
    const found = await answer.json();
    field.value = "";
    if (!answer.ok) tell(capitalize(found.error.message));
    else tell(`${counted(found.added, "study", "studies")} added, ${found.skipped} already present.`);
  });
  element.append(
    make(
      "section",
      { class: "part" },
      make("h3", { text: "Studies in this browser" }),
      make("p", {
        class: "quiet-text",
        text:
          "Your studies are stored only in this browser, on this machine. Deleting the data of this site " +
          "deletes them.",
      }),
      make(
        "div",
        { class: "button-row" },
        make("button", { type: "button", "data-do": "export-all", text: "Save all as a file", on: { click: save } }),
        make("button", { type: "button", text: "Add from a file", on: { click: () => field.click() } }),
        field,
      ),
    ),
  );
}
