/** ESLint for the modules of the page and their unit tests. Import cycles are found by `python -m scripts.circles`. */

import js from "@eslint/js";
import globals from "globals";

const PAGE = "src/hyperchess/app/page";
const HTML_FROM_TEXT = "texts become text nodes: use make() of ui/dom.js";
const OTHER_HOST = "the page loads nothing from other hosts";

export default [
  { ignores: ["**/node_modules/", ".venv/", "build/", "packages/board/examples/"] },
  js.configs.recommended,
  {
    files: [`${PAGE}/**/*.js`, "packages/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe"].map((property) => ({
          property,
          message: HTML_FROM_TEXT,
        })),
        { object: "document", property: "write", message: HTML_FROM_TEXT },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "Literal[value=/https?:\\u002F\\u002F(?!www\\.w3\\.org\\u002F)/]", message: OTHER_HOST },
        { selector: "TemplateElement[value.raw=/https?:\\u002F\\u002F/]", message: OTHER_HOST },
      ],
    },
  },
  ...["multiverse", "infinite"].map((game, at, games) => ({
    files: [`${PAGE}/js/**/${game}/**/*.js`],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: [`**/${games[1 - at]}/**`], message: "the two games never import each other" }] },
      ],
    },
  })),
  {
    files: [`${PAGE}/sw.js`, `${PAGE}/js/site/*worker.js`],
    languageOptions: { globals: { ...globals.serviceworker, ...globals.worker } },
  },
  {
    files: ["tests/{page,board}/**/*.{js,mjs}", "scripts/*.mjs", "conformance/adapters/*", "proofs/*.mjs", "*.config.js"],
    languageOptions: { globals: globals.node },
  },
];
