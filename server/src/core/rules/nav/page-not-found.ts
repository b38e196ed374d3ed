import { locationOfNode } from "../../config/json/json-tree.ts";
import { nearestPage } from "../../site/links/link-suggestions.ts";
import {
  findPage,
  listedSlugs,
  type PageListing,
  pageListings,
} from "../../site/navigation/navigation-pages.ts";
import { composedSlugs } from "../../site/pages/pages.ts";
import { unseenCharacter } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";
import { createPage, limitSuggestions, type SuggestionSource, namePage } from "../subjects/fixes.ts";

export const pageNotFound = defineRule({
  code: "nav/page-not-found",
  on: ["config"],
  severity: "error",
  summary: "The navigation names a page that does not exist.",
  why: "Each entry of `pages` is the path of a page file from the site's folder, without extension. An entry without a file is left out of the sidebar, and a check of the site fails.",
  messages: {
    missing:
      "`{page}` has no page file, so the entry is left out of the sidebar. Create the page or remove the entry.",
    meant: "`{page}` has no page file, so the entry is left out of the sidebar. Did you mean `{near}`?",
    accents:
      "`{page}` and its page file write an accented letter in two ways that look alike, so the entry can be left out of the sidebar. Write it as the file does.",
    folder:
      "`{page}` is a folder and not a page, so the entry is left out of the sidebar. List `{near}` instead.",
    snippet:
      "`{page}` lies in `snippets`, and files there are never pages, so the entry is left out of the sidebar. Move the file or remove the entry.",
    ignored:
      "`{page}` is kept out of the site by its ignore rules, so the entry is left out of the sidebar. Move the page, change `.mintignore` or remove the entry.",
    nowhere:
      "`{page}` names no page, so the entry is left out of the sidebar. Write the path of a page, as `index`, or remove the entry.",
    outside:
      "`{page}` points outside the site's folder, where nothing is read, so the entry is left out of the sidebar. Write a path inside the site.",
    "not-a-path":
      "`{page}` is no page path: it is too long or holds characters that nobody sees, so the entry is left out of the sidebar. Retype it.",
    create: "Create the page {file}",
    use: "Write `{near}`",
    remove: "Remove the entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "pages": [
      "index",
      [|"guides/setup"|]
    ]
  }
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": {
    "pages": [
      "index",
      "guides/setup"
    ]
  }
}
//- index.mdx
//- guides/setup.mdx
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"guides"|], [|"guides/strat"|], [|"../../secrets"|]] } }
//- guides/index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["guides/index", "guides/start"] } }
//- guides/index.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    const guess = limitSuggestions();
    for (const listing of pageListings(config)) {
      const { entry, read, slug } = listing;
      // `config/invalid-value` reports an empty string; a path such as `.` or `/` isn't empty.
      if (entry.lost || read.kind === "url" || entry.text === "") continue;
      const at = locationOfNode(entry.node);
      const args = { page: entry.text };
      if (read.kind === "empty") yield { message: "nowhere", args, at };
      else if (read.kind === "outside-site") yield { message: "outside", args, at };
      else if (read.kind === "not-a-path") yield { message: "not-a-path", args, at };
      else if (findPage(site, slug).kind === "missing") yield { ...explain(listing, site, guess), at };
    }
  }),
  *fixes({ at, args, message, data }, site) {
    const near = data?.["near"];
    if (typeof near === "string") yield { title: "use", args: { near }, edits: namePage(at, near) };
    const slug = data?.["slug"];
    const page = typeof slug === "string" && message !== "folder" ? createPage(site, slug) : undefined;
    if (page) yield { title: "create", args: { file: page.file }, edits: [page] };
    const edits = removeAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
});

function explain({ entry, slug }: PageListing, site: Site, guess: SuggestionSource) {
  const args = { page: entry.text };
  if (unseenCharacter.test(slug)) return { message: "not-a-path", args } as const;
  const alike = composedSlugs(site.files).get(slug.normalize("NFC"));
  if (alike !== undefined)
    return {
      message: "accents",
      args: { ...args, near: alike },
      severity: "warning",
      data: { near: alike },
    } as const;
  const inSnippets = [`${slug}.mdx`, `${slug}.md`].some((file) => site.files.has(file));
  if (inSnippets) return { message: "snippet", args } as const;
  if (site.isIgnored(`${slug}.mdx`) && site.isIgnored(`${slug}.md`))
    return { message: "ignored", args } as const;
  const { exact: listed } = listedSlugs(site.config);
  const near = guess(slug, () => nearestPage(site.files, slug, (page) => listed.has(page)));
  if (near === undefined) return { message: "missing", args, data: { slug } } as const;
  const message = near === `${slug}/index` || near === `${slug}/README` ? "folder" : "meant";
  return { message, args: { ...args, near }, data: { slug, near } } as const;
}
