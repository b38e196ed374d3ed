import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { el, p } from "./view-of.ts";

const long =
  "Webhooks tell your server when something happens in your account. Each request carries a signature, so that you can be sure that it comes from us and that nobody has changed it on its way.";

/** Text elements in separate blocks. */
export const textBlocks: readonly (readonly ViewNode[])[] = [
  [
    p(
      "Text with ",
      el("strong", {}, "strong words"),
      ", ",
      el("em", {}, "words in italics"),
      ", ",
      el("code", {}, "inline code"),
      ", ",
      el("a", { href: "/quickstart" }, "a link"),
      ", ",
      el("del", {}, "what is gone"),
      ", ",
      el("kbd", {}, "Ctrl"),
      " + ",
      el("kbd", {}, "K"),
      ", H",
      el("sub", {}, "2"),
      "O and x",
      el("sup", {}, "2"),
      ", and a ",
      el("mark", {}, "marked place"),
      ". ",
      long,
    ),
  ],
  [el("h2", { id: "second" }, "A heading of the second level")],
  [p(long)],
  [el("h3", { id: "third" }, "A heading of the third level with ", el("code", {}, "code"))],
  [p("Short.")],
  [el("h4", { id: "fourth" }, "A heading of the fourth level")],
  [
    el(
      "ul",
      {},
      el("li", {}, "An item"),
      el("li", {}, "An item with a list", el("ul", {}, el("li", {}, "within it"), el("li", {}, "and another"))),
      el("li", {}, p("A paragraph in an item."), p("And a second one.")),
    ),
  ],
  [el("ol", { start: 3 }, el("li", {}, "Third"), el("li", {}, "Fourth"))],
  [
    el(
      "ul",
      { class: "contains-task-list" },
      el("li", { class: "task-list-item" }, el("input", { type: "checkbox", checked: true, disabled: true }), "Done"),
      el("li", { class: "task-list-item" }, el("input", { type: "checkbox", disabled: true }), "Not done"),
    ),
  ],
  [el("blockquote", {}, p("What is written here was said by somebody else."), p("In two paragraphs."))],
  [
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el("tr", {}, ...["Name", "Type", "Default", "What it does"].map((name) => el("th", { scope: "col" }, name))),
      ),
      el(
        "tbody",
        {},
        ...[
          ["timeout", "number", "30", "Seconds until a request is given up."],
          ["retries", "number", "3", "How often it is tried again, each time after twice as long."],
          ["base_url_of_the_service", "string", "https://api.example.com/v1", "Where requests go."],
        ].map((row) =>
          el("tr", {}, ...row.map((cell, index) => el("td", {}, index === 0 ? el("code", {}, cell) : cell))),
        ),
      ),
    ),
  ],
  [el("hr")],
  [p("A word that does not end: ", "averylongwordwithoutanyplacetobreakit".repeat(6), ".")],
  [el("details", {}, el("summary", {}, "Details of HTML"), p("What was hidden."))],
  [el("dl", {}, el("dt", {}, "A term"), el("dd", {}, "and what it means"))],
];
