/** Opens text or a file that is dropped anywhere on the page. */

import { isTextField, make } from "../ui/dom.js";
import { readFile } from "../ui/read-file.js";

/** @import {FileContent} from "../ui/read-file.js" */

/**
 * @param {(content: FileContent) => Promise<void>} open
 * @param {(message: string) => void} refuse
 */
export function mountDrop(open, refuse) {
  const sign = make("div", { id: "drop", hidden: true }, make("p", { text: "Drop the game here" }));
  document.body.append(sign);
  /** @param {DragEvent} event */
  const fits = (event) => {
    const types = event.dataTransfer?.types ?? [];
    return types.includes("Files") || (types.includes("text/plain") && !isTextField(event.target));
  };
  addEventListener("dragover", (event) => {
    if (!fits(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  addEventListener("drop", async (event) => {
    sign.hidden = true;
    if (!fits(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    try {
      const content = file ? await readFile(file) : { text: event.dataTransfer?.getData("text/plain") ?? "" };
      if ("text" in content && content.text.trim() === "") refuse("the dropped item contains no text");
      else await open(content);
    } catch (error) {
      refuse(/** @type {Error} */ (error).message);
    }
  });
}
