import type { Case } from "./case.ts";

/** Places in the navigation that are easily forgotten. */
export const harderNavigation: readonly Case[] = [
  // `hidden` divisions are navigation all the same
  {
    name: "a missing page in a hidden tab",
    nav: {
      tabs: [
        { tab: "T", hidden: true, pages: ["nope"] },
        { tab: "U", pages: ["index"] },
      ],
    },
    both: ["error nav/page-not-found `nope`"],
  },
  {
    name: "a group that is public",
    nav: { groups: [{ group: "G", public: true, pages: ["index"] }] },
    both: "clean",
  },
  // what a mixed element loses is told once: not what stands in it
  {
    name: "a missing page in what is lost",
    nav: { tabs: [{ tab: "T", pages: ["nope"], groups: [{ group: "G", pages: ["index"] }] }] },
    standard: ["error nav/mixed-children `pages`", "error nav/mixed-children `groups`"],
    mintlify: ["warning nav/mixed-children `pages`", "warning nav/mixed-children `groups`"],
  },
  // variables of the site and `sourceRef` with more keys
  {
    name: "a mounted repository with more keys",
    nav: {
      tabs: [
        { tab: "T", pages: ["index"] },
        { sourceRef: "docs-b", tab: "B" },
      ],
    },
    both: "fault",
  },
  // icons that live sites use under their older names
  ...["home", "cog", "edit", "file-alt", "stars", "sparkles", "message-bot", "github", "x-twitter"].map(
    (icon) => ({
      name: `the icon ${icon}`,
      nav: { groups: [{ group: "G", icon, pages: ["index"] }] },
      both: "clean" as const,
    }),
  ),
];
