import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { PurgeCSS } from "purgecss";

const PAGE = new URL("../../../src/hyperchess/app/page/", import.meta.url).pathname;

/** The style sheets that an HTML file links. */
function linked(name) {
  const html = readFileSync(`${PAGE}${name}`, "utf8");
  return Array.from(html.matchAll(/<link rel="stylesheet" href="css\/([^"]+)">/g), ([, file]) => file);
}

test("the modules and HTML files use every style rule and custom property", async () => {
  const purged = await new PurgeCSS().purge({
    content: [`${PAGE}*.html`, `${PAGE}js/**/*.js`],
    css: [`${PAGE}css/*.css`],
    rejected: true,
    variables: true,
    dynamicAttributes: ["data-player", "data-state", "data-theme"],
    safelist: [":focus-visible", ":host", /^head-/], // ids of the form `head-${name}`
  });
  assert.ok(purged.length > 0);
  assert.deepEqual(
    purged.flatMap(({ rejected }) => rejected),
    [],
  );
});

test("the page links every style sheet but those of other pages, which share some of its own", () => {
  const files = readdirSync(`${PAGE}css`).filter((file) => !["site.css", "board.css", "viewer.css"].includes(file));
  assert.deepEqual(linked("index.html").toSorted(), files.toSorted());
  const element = readFileSync(`${PAGE}css/board.css`, "utf8");
  const imported = Array.from(element.matchAll(/^@import "([^"]+)";$/gm), ([, file]) => file);
  for (const shown of [linked("viewer.html").filter((file) => file !== "viewer.css"), imported]) {
    assert.ok(shown.length > 0);
    assert.deepEqual(
      linked("index.html").filter((file) => shown.includes(file)),
      shown,
    );
  }
});
