import type { Case } from "./case.ts";

/** Links in the navigation. */
export const navLinks: readonly Case[] = [
  // Valid links are `/…`, `#…`, `mailto:`, and absolute URLs.
  ...["http://e.com", "https://e.com/a", "mailto:a@e.com", "/index", "#top", "tel:+123"].map((href) => ({
    name: `a global anchor to ${href}`,
    nav: { global: { anchors: [{ anchor: "A", href }] }, pages: ["index"] },
    both: "clean" as const,
  })),
  ...["index", "./index", "", "www.e.com"].map((href) => ({
    name: `a global anchor to "${href}"`,
    nav: { global: { anchors: [{ anchor: "A", href }] }, pages: ["index"] },
    both: ["error config/invalid-value"],
  })),
  // Links with the schemes `javascript:`, `data:`, `vbscript:`, and `command:` are errors.
  ...[
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "command:x",
    "file:///etc/passwd",
  ].map((href) => ({
    name: `a global anchor to ${JSON.stringify(href)}`,
    nav: { global: { anchors: [{ anchor: "A", href }] }, pages: ["index"] },
    both: ["error config/invalid-value"],
  })),
  {
    name: "a script URL in a tab",
    nav: {
      tabs: [
        { tab: "T", href: "javascript:alert(1)" },
        { tab: "U", pages: ["index"] },
      ],
    },
    both: ["error config/invalid-value"],
  },
  {
    name: "a script URL in a navbar link",
    settings: { navbar: { links: [{ label: "A", href: "javascript:alert(1)" }] } },
    both: ["error config/invalid-value"],
  },
  // If an element in a navigation array has a `sourceRef`, it has no other keys. The element represents content from
  // another repository, and the preview ignores it.
  {
    name: "a mounted repository",
    nav: { tabs: [{ tab: "T", pages: ["index"] }, { sourceRef: "docs-b" }] },
    both: "clean",
  },
];
