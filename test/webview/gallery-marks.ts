import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { el, flag, p, withSlots } from "./view-of.ts";

const words = "This is how you use it, in a sentence that is long enough to go over the end of a line.";

/** Inline content, images, lists with special layouts, and content that can't be shown. */
export const markBlocks: readonly (readonly ViewNode[])[] = [
  [el("h2", { id: "marks" }, "Within a line")],
  [
    p(
      ...[
        "gray",
        "blue",
        "green",
        "yellow",
        "orange",
        "red",
        "purple",
        "white",
        "surface",
        "white-destructive",
        "surface-destructive",
      ].flatMap((color) => [el("Badge", { color }, color), " "]),
    ),
  ],
  [
    p(
      ...["xs", "sm", "md", "lg"].flatMap((size) => [el("Badge", { size, color: "blue" }, size), " "]),
      el("Badge", { shape: "pill", color: "green" }, "pill"),
      " ",
      el("Badge", { stroke: true, color: "orange" }, "stroke"),
      " ",
      withSlots(el("Badge", { disabled: true }, "disabled"), { icon: [flag] }),
      " ",
      el("Badge", { href: "/x", color: "purple" }, "link"),
    ),
  ],
  [
    p(
      "An ",
      el(
        "Tooltip",
        {
          tip: "Application Programming Interface: how programs speak with each other.",
          headline: "API",
          cta: "Read our guide",
          href: "/api",
        },
        "API",
      ),
      " in a line, and an icon ",
      flag,
      ", one in a colour ",
      withSlots(el("Icon", { color: "#e0457b", size: 24 }), { icon: [flag] }),
      ", and one that is not there ",
      el("Icon", { icon: "no-such-icon" }),
      ".",
    ),
  ],
  [el("h2", { id: "pictures" }, "Pictures")],
  [
    el(
      "Frame",
      { hint: "Words above.", caption: "What is to be seen." },
      el("#image", { kind: "img", src: "/images/a.png", alt: "A picture" }),
    ),
  ],
  [
    el(
      "Frame",
      {},
      el("#image", {
        kind: "img",
        src: "https://cdn.example.com/a.png",
        host: "cdn.example.com",
        alt: "A picture of the web",
      }),
    ),
  ],
  [
    el("#embed", {
      src: "https://videos.example.com/embed/123",
      host: "videos.example.com",
      title: "An introduction",
    }),
  ],
  [el("#mermaid", { source: "flowchart LR\n  A --> B" })],
  [el("#maths", { display: true, tex: "e = mc^2" })],
  [el("h2", { id: "lists" }, "Separate lists")],
  [
    el(
      "Tree",
      {},
      el(
        "Tree.Folder",
        { name: "app", defaultOpen: true },
        el("Tree.File", { name: "layout.tsx" }),
        el("Tree.File", { name: "page.tsx", highlight: true }),
        el("Tree.Folder", { name: "api", defaultOpen: true, highlight: true }, el("Tree.File", { name: "route.ts" })),
      ),
      el("Tree.Folder", { name: "lib" }, el("Tree.File", { name: "utils.ts" })),
      el("Tree.Folder", { name: "fixed", openable: false }, el("Tree.File", { name: "always.ts" })),
      el("Tree.File", { name: "package.json" }),
    ),
  ],
  [
    el(
      "FileTree",
      {},
      el(
        "ul",
        {},
        el("li", {}, "docs/", el("ul", {}, el("li", {}, "index.mdx"))),
        el("li", {}, "empty/"),
        el("li", {}, el("code", {}, "docs.config.ts")),
      ),
    ),
  ],
  [
    el(
      "Color",
      { variant: "compact" },
      el("Color.Item", { name: "blue-500", value: "#3B82F6" }),
      el("Color.Item", { name: "half", value: "rgba(51, 87, 255, 0.5)" }),
      el("Color.Item", { name: "ground", value: { light: "#FFFFFF", dark: "#000000" } }),
    ),
  ],
  [
    el(
      "Color",
      { variant: "table" },
      el(
        "Color.Row",
        { title: "Primary" },
        el("Color.Item", { name: "primary-500", value: "#3B82F6" }),
        el("Color.Item", { name: "primary-600", value: "#2563EB" }),
      ),
      el("Color.Row", { title: "Secondary" }, el("Color.Item", { name: "secondary-500", value: "#8B5CF6" })),
    ),
  ],
  [
    el(
      "Prompt",
      { description: "Generate clear, concise documentation.", actions: ["copy", "cursor"] },
      p("You are a technical writer."),
    ),
  ],
  [el("GitHub.Repo", { repo: "example/docs" })],
  [el("GitHub.Repo", { repo: "https://github.com/example/docs", variant: "flat" })],
  [
    el(
      "Update",
      {
        label: "October 2024",
        description: "v0.1.0",
        tags: ["Improvement", "API"],
        id: "october-2024",
        rss: { title: "Faster answers" },
      },
      el("h3", {}, "Answers in half the time"),
      p(words),
    ),
  ],
  [el("Update", { label: "September 2024" }, p(words))],
  [el("h2", { id: "problems" }, "What cannot be shown")],
  [
    el("#problem", {
      kind: "not-static",
      label: "<PriceTable>",
      message: "The preview does not run code that fetches. Readers see the table.",
    }),
  ],
  [el("#interactive", { name: "PriceCalculator", file: "snippets/price.jsx" }, p("The first state."))],
];
