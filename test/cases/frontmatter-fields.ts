import type { Case, Verdict } from "./case.ts";

/** Creates a case with one page that has this frontmatter. A title is added if the frontmatter doesn't contain one. */
export function withFrontmatter(
  name: string,
  yaml: string,
  results: Pick<Case, "both" | "standard" | "mintlify">,
  more: Partial<Case> = {},
): Case {
  const title = /^(title|openapi.*|asyncapi|api)\s*:/m.test(yaml) ? "" : "title: A page\n";
  return {
    name,
    files: { ...more.files, "index.mdx": `---\n${title}${yaml}\n---\n\nText.\n` },
    ...(more.nav === undefined ? {} : { nav: more.nav }),
    ...(more.settings ? { settings: more.settings } : {}),
    ...results,
  };
}

// A wrong type or value is an error. For fields other than `api`, `openapi`, and `asyncapi`, the mintlify profile
// reports a warning instead. A number or date as `title` isn't a problem.
const wrongType = (text: string) => byProfile("frontmatter/wrong-type", text);
const notAllowed = (text: string) => byProfile("frontmatter/value-not-allowed", text);
const byProfile = (code: string, text: string): { standard: Verdict; mintlify: Verdict } => ({
  standard: [`error ${code} \`${text}\``],
  mintlify: [`warning ${code} \`${text}\``],
});
const clean = { both: "clean" as const };

/** Frontmatter fields of pages. */
export const frontmatterFields: readonly Case[] = [
  withFrontmatter("a title", "title: Hello", clean),
  withFrontmatter("a number as title", "title: 3", clean),
  withFrontmatter("a date as title", "title: 2024-01-01", clean),
  withFrontmatter("an array as title", "title: [a]", wrongType("[a]")),
  withFrontmatter("an object as title", "title: { a: b }", wrongType("{ a: b }")),
  withFrontmatter("a boolean as title", "title: true", wrongType("true")),
  withFrontmatter("a description", "description: All of it", clean),
  withFrontmatter("an array as description", "description: [a]", wrongType("[a]")),
  withFrontmatter("an array as sidebarTitle", "sidebarTitle: [a]", wrongType("[a]")),
  withFrontmatter("an icon", "icon: house", clean),
  withFrontmatter("an icon with its library", "icon: { name: house, library: lucide, style: solid }", clean),
  // The icon isn't in the library, so the service doesn't show an icon.
  withFrontmatter("an icon that doesn't exist", "icon: hosue", {
    both: ["warning frontmatter/unknown-icon `hosue`"],
  }),
  withFrontmatter("an icon that isn't in the specified library", "icon: { name: hosue, library: lucide }", {
    both: ["warning frontmatter/unknown-icon"],
  }),
  withFrontmatter("an icon with a translated name", "icon: 支払い", {
    both: ["warning frontmatter/unknown-icon `支払い`"],
  }),
  withFrontmatter("an emoji as icon", "icon: 🚀", clean),
  withFrontmatter("a remote icon", "icon: https://e.com/i.svg", clean),
  withFrontmatter("markup as an icon", 'icon: "<svg/>"', clean),
  withFrontmatter("an icon file on the site", "icon: /i.svg", clean, { files: { "i.svg": "<svg/>" } }),
  withFrontmatter("a missing icon file on the site", "icon: /i.svg", {
    both: ["warning link/file-not-found `/i.svg`"],
  }),
  withFrontmatter("a number as icon", "icon: [house]", wrongType("[house]")),
  withFrontmatter("an iconType", "iconType: sharp-duotone-solid", clean),
  withFrontmatter("an unknown iconType", "icon: house\niconType: bold", notAllowed("bold")),
  withFrontmatter("a tag", "tag: NEW", clean),
  withFrontmatter("an object as tag", "tag: { a: b }", wrongType("{ a: b }")),
  ...["wide", "custom", "frame", "center", "assistant"].map((mode) =>
    withFrontmatter(`the mode ${mode}`, `mode: ${mode}`, clean),
  ),
  withFrontmatter("an unknown mode", "mode: widee", notAllowed("widee")),
  withFrontmatter("a URL", "url: https://e.com", clean),
  ...["interactive", "simple", "none", "auth"].map((display) =>
    withFrontmatter(`the playground ${display}`, `playground: ${display}`, clean),
  ),
  withFrontmatter("an unknown playground", "playground: foo", notAllowed("foo")),
  ...["bearer", "basic", "key", "none"].map((method) =>
    withFrontmatter(`the authMethod ${method}`, `api: GET https://e.com/a\nauthMethod: ${method}`, clean),
  ),
  // The authentication methods are bearer token, basic authentication, API key, and none. The mintlify profile also
  // allows cobo.
  withFrontmatter("the authMethod cobo", "api: GET https://e.com/a\nauthMethod: cobo", {
    standard: ["error frontmatter/value-not-allowed `cobo`"],
    mintlify: "clean",
  }),
  // Some published pages have an HTTP method as `authMethod`.
  withFrontmatter("an unknown authMethod", "api: GET https://e.com/a\nauthMethod: GET", notAllowed("GET")),
  withFrontmatter("groups", "groups: [admin, staff]", clean),
  withFrontmatter("groups as a string", "groups: admin", wrongType("admin")),
  withFrontmatter("included and excluded groups", 'groups:\n  - includes: ["*"]\n    excludes: [guests]', clean),
  withFrontmatter("an empty list of groups", "groups: []", clean),
  withFrontmatter("a number in groups", "groups: [1]", { both: "no error" }),
  // Without playground authentication, `groups` has no effect in the standard profile, so the page is public. In the
  // mintlify profile, it restricts the page itself.
  withFrontmatter("groups without playground auth", "groups: [admin]", {
    standard: ["information frontmatter/groups-without-effect"],
    mintlify: ["no frontmatter/groups-without-effect"],
  }),
  withFrontmatter("groups with playground auth", "playground: auth\ngroups: [admin]", {
    both: ["no frontmatter/groups-without-effect"],
  }),
  // An `authMethod` without effect is reported as information.
  withFrontmatter("authMethod on a page without an operation", "authMethod: bearer", {
    both: ["information frontmatter/auth-method-without-effect"],
  }),
  withFrontmatter("authMethod on a page with an operation", "api: GET https://e.com/a\nauthMethod: bearer", {
    both: ["no frontmatter/auth-method-without-effect"],
  }),
  ...[
    "public",
    "hidden",
    "noindex",
    "searchable",
    "deprecated",
    "hideFooterPagination",
    "hideApiMarker",
    "timestamp",
    "rss",
  ].flatMap((field) => [
    withFrontmatter(`${field}: true`, `${field}: true`, clean),
    withFrontmatter(`${field}: "yes"`, `${field}: "yes"`, {
      standard: ["error frontmatter/wrong-type"],
      mintlify: ["warning frontmatter/wrong-type"],
    }),
  ]),
  // `boost` on a page overrides the navigation's value. If it isn't positive, a warning is reported.
  withFrontmatter("a boost", "boost: 3", clean),
  withFrontmatter("a boost of 0", "boost: 0", { both: ["warning frontmatter/boost-not-positive `0`"] }),
  withFrontmatter("a negative boost", "boost: -2", {
    both: ["warning frontmatter/boost-not-positive `-2`"],
  }),
  withFrontmatter("an infinite boost", "boost: .inf", {
    both: ["warning frontmatter/boost-not-positive `.inf`"],
  }),
  withFrontmatter("a boost as a string", 'boost: "2"', {
    standard: ["error frontmatter/wrong-type"],
    mintlify: ["warning frontmatter/wrong-type"],
  }),
  // `related` is `false` or a list of paths and titled links (`Title: /path`).
  withFrontmatter("disabled related pages", "related: false", clean),
  withFrontmatter("related pages", "related:\n  - /index\n  - Title: /index", clean),
  withFrontmatter("related: true", "related: true", wrongType("true")),
  withFrontmatter("a string as `related`", "related: /a", wrongType("/a")),
  // `keywords` must be a YAML array.
  withFrontmatter("keywords", "keywords: [a, b]", clean),
  withFrontmatter("keywords as a string", "keywords: a", wrongType("a")),
  withFrontmatter("a contextual menu", "contextual:\n  options: [copy]", clean),
  withFrontmatter("a disabled contextual menu", "contextual:\n  options: []", clean),
  withFrontmatter("a contextual menu as a string", "contextual: copy", wrongType("copy")),
  withFrontmatter("social tags", '"og:title": A\n"twitter:card": summary', clean),
  withFrontmatter("a canonical URL", "canonical: https://e.com/a", clean),
  withFrontmatter("lastUpdatedDate", "lastUpdatedDate: 2024-01-01", clean),
  withFrontmatter("an empty field", "description:", clean),
  // Only names that are similar to a known field are reported, because sites have custom fields.
  withFrontmatter("a private field", "updated_at: today\nlevel: 3\ndimensions: { a: b }", {
    both: ["no frontmatter/unknown-field"],
  }),
  {
    name: "Title",
    files: { "index.mdx": "---\nTitle: Hello\n---\n" },
    both: ["information frontmatter/unknown-field `Title`"],
  },
  withFrontmatter("sidebar_title", "sidebar_title: Hello", {
    both: ["hint frontmatter/unknown-field `sidebar_title`"],
  }),
  withFrontmatter("__proto__", "__proto__: { title: x }\nconstructor: y", clean),
  // The severity is a warning if `authentication: false` is set, and a hint if the site's authentication is unknown.
  withFrontmatter("playground auth without information about authentication", "playground: auth", {
    both: ["hint frontmatter/playground-needs-authentication"],
  }),
  withFrontmatter(
    "playground auth without authentication",
    "playground: auth",
    { both: ["warning frontmatter/playground-needs-authentication `auth`"] },
    { files: { ".docwright.json": { authentication: false } } },
  ),
  withFrontmatter(
    "playground auth with authentication",
    "playground: auth",
    { both: ["no frontmatter/playground-needs-authentication"] },
    { files: { ".docwright.json": { authentication: true } } },
  ),
  {
    name: "the default display auth without authentication",
    settings: { api: { playground: { display: "auth" } } },
    files: { ".docwright.json": { authentication: false } },
    both: ["warning config/playground-needs-authentication `auth`"],
  },
];
