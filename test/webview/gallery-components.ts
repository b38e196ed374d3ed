import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { code, el, flag, p, withSlots } from "./view-of.ts";

const words = "This is how you use it, in a sentence that is long enough to go over the end of a line.";

/** Built-in components, one per block, with the props that affect their appearance. */
export const componentBlocks: readonly (readonly ViewNode[])[] = [
  [el("h2", { id: "callouts" }, "Callouts")],
  ...["Note", "Info", "Tip", "Check", "Warning", "Danger"].map((tag) => [
    el(
      tag,
      {},
      p(`${tag}. `, words, " With ", el("code", {}, "code"), " and ", el("a", { href: "/x" }, "a link"), "."),
    ),
  ]),
  [
    withSlots(el("Callout", { color: "#9b51e0", title: "A title" }, p("A colour and an icon of one's own.")), {
      icon: [flag],
    }),
  ],
  [el("h2", { id: "cards" }, "Cards")],
  [
    el(
      "Columns",
      { cols: 2 },
      withSlots(el("Card", { title: "A card with an icon", href: "/columns" }, p(words)), { icon: [flag] }),
      withSlots(el("Card", { title: "Another site", href: "https://example.com", cta: "Read more" }, p(words)), {
        icon: [flag],
      }),
      withSlots(
        el("Card", { title: "Horizontal", horizontal: true, href: "/x" }, p("Compact, the icon at the left.")),
        { icon: [flag] },
      ),
      el("Card", { title: "Only words" }, p("It leads nowhere.")),
      el("Card", { title: "With a picture", img: "/images/card.png", href: "/x" }, p("Above the words.")),
      withSlots(el("Card", { title: "Not yet", disabled: true, href: "/x" }, p("It will come.")), {
        icon: [flag],
      }),
      el("Card", { title: "A tip", type: "tip" }, p("In the colours of a callout.")),
      withSlots(el("Card", { title: "A colour", color: "#e0457b" }, p("Of the icon.")), { icon: [flag] }),
    ),
  ],
  [
    el(
      "Columns",
      { cols: 3 },
      ...["One", "Two", "Three"].map((title) =>
        el(
          "Tile",
          { title, description: "Short description", href: "/x" },
          el("#image", { kind: "img", src: "/images/tile.svg", alt: "A tile" }),
        ),
      ),
    ),
  ],
  [
    el(
      "Columns",
      { cols: 2 },
      el("Column", {}, p(el("strong", {}, "Installation")), code("npm install my-package", { lang: "bash" })),
      el("Column", {}, p(el("strong", {}, "Usage")), code('import { init } from "my-package";', { lang: "js" })),
    ),
  ],
  [el("h2", { id: "tabs" }, "Tabs")],
  [
    el(
      "Tabs",
      {},
      el(
        "Tab",
        { title: "First tab", id: "first-tab" },
        p("What is in the first tab."),
        code("class HelloWorld {}", { lang: "java", title: "HelloWorld.java" }),
      ),
      withSlots(el("Tab", { title: "Second tab" }, p("What is in the second.")), { icon: [flag] }),
      el("Tab", { title: "Third tab" }, p("What is in the third.")),
    ),
  ],
  [el("h2", { id: "steps" }, "Steps")],
  [
    el(
      "Steps",
      {},
      el("Step", { title: "Install the tool", id: "install" }, p(words), code("npm install -g tool", { lang: "bash" })),
      withSlots(el("Step", { title: "With an icon" }, p(words)), { icon: [flag] }),
      el("Step", { title: "A bigger title", titleSize: "h3" }, p("The end.")),
    ),
  ],
  [el("h2", { id: "accordions" }, "Accordions")],
  [
    el(
      "Accordion",
      {
        title: "I am an accordion",
        description: "With a line under its title",
        defaultOpen: true,
        id: "open",
      },
      p(words),
    ),
  ],
  [
    el(
      "AccordionGroup",
      {},
      el("Accordion", { title: "Getting started" }, p(words)),
      withSlots(el("Accordion", { title: "Advanced features" }, p(words)), { icon: [flag] }),
      el("Accordion", { title: "Troubleshooting" }, p(words)),
    ),
  ],
  [el("h2", { id: "fields" }, "Fields")],
  [
    el(
      "ParamField",
      { query: "limit", type: "integer", required: true, default: 20, placeholder: "50", id: "param-limit" },
      p("How many entries to answer with."),
    ),
  ],
  [
    el(
      "ResponseField",
      {
        name: "user",
        type: "User object",
        deprecated: true,
        pre: ["beta"],
        post: ["read-only"],
        id: "param-user",
      },
      p("Who did it."),
      el(
        "Expandable",
        { title: "properties", defaultOpen: true },
        el("ResponseField", { name: "full_name", type: "string" }, p("The full name.")),
        el("ResponseField", { name: "is_over_21", type: "boolean" }, p("Whether they are over 21.")),
      ),
    ),
  ],
  [el("Expandable", { title: "more" }, p("Closed at first."))],
];
