import { locationOfNode } from "../../config/json/json-tree.ts";
import { findPage, pageListings } from "../../site/navigation/navigation-pages.ts";
import { namePage } from "../subjects/fixes.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const pageLeadingSlashOdd = defineRule({
  code: "nav/page-leading-slash-odd",
  on: ["config"],
  severity: "warning",
  summary: "A page path with a slash too many, or with `.` or `..` in it.",
  why: "Page paths count from the site's folder and begin with a name. The service puts a leading slash, `.` and `..` right, so the entry works but no longer equals the page's path; a slash at the end it keeps, and then it finds no page.",
  messages: {
    leading:
      "`{page}` begins with a slash. The service cuts it off, and other tools take it for another page: page paths begin with a name. Write `{slug}`.",
    trailing:
      "`{page}` ends with a slash, and with it the service finds no page and leaves the entry out of the sidebar. Write `{slug}`.",
    detour:
      "`{page}` is not the shortest way to the page. The service shortens it, and other tools take it for another page. Write `{slug}`.",
    use: "Write `{slug}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"/start"|], [|"guides/"|], [|"./api/../more"|]] } }
//- start.mdx
//- guides.mdx
//- more.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["start", "guides", "more"] } }
//- start.mdx
//- guides.mdx
//- more.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    for (const { entry, read } of pageListings(config)) {
      if (entry.lost || read.kind !== "page" || read.oddities.includes("extension")) continue;
      const { slug, oddities } = read;
      if (oddities.length === 0 || findPage(site, slug).kind !== "found") continue;
      const message = oddities.includes("trailing-slash")
        ? "trailing"
        : oddities.includes("detour")
          ? "detour"
          : "leading";
      yield { message, args: { page: entry.text, slug }, at: locationOfNode(entry.node), data: { slug } };
    }
  }),
  *fixes({ at, data }) {
    const slug = data?.["slug"];
    if (typeof slug === "string") yield { title: "use", args: { slug }, edits: namePage(at, slug) };
  },
});
