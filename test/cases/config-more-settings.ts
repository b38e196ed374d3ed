import type { Case } from "./case.ts";

type Row = readonly [name: string, settings: Readonly<Record<string, unknown>>, both: Case["both"]];

const integration = (name: string, value: unknown) => ({ integrations: { [name]: value } });

// The expected results follow from the type, values, and constraints of each setting, as in config-settings.ts.
const rows: readonly Row[] = [
  // search, seo
  ["a search prompt that is a number", { search: { prompt: 1 } }, ["error config/wrong-type `1`"]],
  ["meta tags", { seo: { metatags: { "og:title": "A", anything: "b" }, indexing: "all" } }, "clean"],
  ["a meta tag that is a number", { seo: { metatags: { a: 1 } } }, ["error config/wrong-type `1`"]],
  ["an empty meta tag", { seo: { metatags: { a: "" } } }, ["error config/invalid-value"]],
  ["unknown indexing", { seo: { indexing: "none" } }, ["error config/value-not-allowed `none`"]],
  [
    "a path with a slash at the start",
    { seo: { paths: [{ path: "/a", metatags: { a: "b" } }] } },
    ["error config/invalid-value `/a`"],
  ],
  [
    "a path that climbs",
    { seo: { paths: [{ path: "a/../b", metatags: {} }] } },
    ["error config/invalid-value `a/../b`"],
  ],
  [
    "a path twice",
    {
      seo: {
        paths: [
          { path: "a", metatags: {} },
          { path: "a", metatags: {} },
        ],
      },
    },
    ["error config/invalid-value"],
  ],
  [
    "an organization's relative URL",
    { seo: { organization: { url: "/about" } } },
    ["error config/invalid-value `/about`"],
  ],
  ["a slash at the end", { seo: { trailingSlash: "yes" } }, ["error config/wrong-type `yes`"]],
  // fonts: `source` requires `format`. `heading` and `body` are objects that reject other keys.
  ["a font", { fonts: { family: "Inter", weight: 400 } }, "clean"],
  ["a font without a family", { fonts: { weight: 400 } }, ["error config/missing-setting"]],
  [
    "a font's weight as a string",
    { fonts: { family: "Inter", weight: "400" } },
    ["error config/wrong-type `400`"],
  ],
  ["a font file without its format", { fonts: { family: "A", source: "https://e.com/a.woff2" } }, "fault"],
  [
    "a font file that is missing",
    { fonts: { family: "A", source: "/a.woff2", format: "woff2" } },
    ["warning config/file-not-found `/a.woff2`"],
  ],
  [
    "a font of an unknown format",
    { fonts: { family: "A", source: "https://e.com/a.ttf", format: "ttf" } },
    ["error config/value-not-allowed `ttf`"],
  ],
  ["a font for headings alone", { fonts: { heading: { family: "Inter" } } }, "clean"],
  ["a font for code", { fonts: { heading: { family: "Inter" }, code: { family: "Mono" } } }, "fault"],
  // icons, styling
  ["an icon library", { icons: { library: "lucide" } }, "clean"],
  ["icons without a library", { icons: {} }, ["error config/missing-setting"]],
  [
    "an unknown icon library",
    { icons: { library: "material" } },
    ["error config/value-not-allowed `material`"],
  ],
  ["eyebrows", { styling: { eyebrows: "breadcrumbs" } }, "clean"],
  ["unknown eyebrows", { styling: { eyebrows: "crumbs" } }, ["error config/value-not-allowed `crumbs`"]],
  ["dark code", { styling: { codeblocks: "dark" } }, "clean"],
  ["a theme of code", { styling: { codeblocks: { theme: "github-dark" } } }, "clean"],
  [
    "themes of code",
    { styling: { codeblocks: { theme: { light: "github-light", dark: "github-dark" } } } },
    "clean",
  ],
  [
    "half the themes of code",
    { styling: { codeblocks: { theme: { light: "github-light" } } } },
    ["error config/missing-setting"],
  ],
  [
    "an unknown theme of code",
    { styling: { codeblocks: { theme: "github-darkk" } } },
    ["error config/value-not-allowed `github-darkk`"],
  ],
  [
    "a language of code that is missing",
    { styling: { codeblocks: { languages: { custom: ["/l.json"] } } } },
    ["warning config/file-not-found `/l.json`"],
  ],
  ["latex as a string", { styling: { latex: "on" } }, ["error config/wrong-type `on`"]],
  // redirects: sources are unique.
  ["a redirect", { redirects: [{ source: "/old", destination: "/index", permanent: false }] }, "clean"],
  ["a redirect to a missing page", { redirects: [{ source: "/old" }] }, ["error config/missing-setting"]],
  ["a redirect from nowhere", { redirects: [{ destination: "/index" }] }, ["error config/missing-setting"]],
  ["redirects as an object", { redirects: { "/a": "/b" } }, ["error config/wrong-type"]],
  [
    "permanent as a string",
    { redirects: [{ source: "/a", destination: "/index", permanent: "yes" }] },
    ["error config/wrong-type `yes`"],
  ],
  // integrations: unknown keys are rejected.
  ["an unknown integration", integration("foo", {}), "fault"],
  ["ga4", integration("ga4", { measurementId: "G-ABC123" }), "clean"],
  [
    "ga4 in the old format",
    integration("ga4", { measurementId: "UA-1" }),
    ["error config/invalid-value `UA-1`"],
  ],
  ["ga4 without its id", integration("ga4", {}), ["error config/missing-setting"]],
  ["gtm", integration("gtm", { tagId: "XYZ" }), ["error config/invalid-value `XYZ`"]],
  ["posthog", integration("posthog", { apiKey: "abc" }), ["error config/invalid-value `abc`"]],
  ["posthog recording", integration("posthog", { apiKey: "phc_abc", sessionRecording: true }), "clean"],
  ["posthog's host", integration("posthog", { apiKey: "phc_abc", apiHost: "eu.posthog.com" }), "fault"],
  [
    "plausible with https",
    integration("plausible", { domain: "https://e.com" }),
    ["error config/invalid-value `https://e.com`"],
  ],
  [
    "intercom of five characters",
    integration("intercom", { appId: "abcde" }),
    ["error config/invalid-value `abcde`"],
  ],
  [
    "segment's URL with a query",
    integration("segment", { key: "a", cdnUrl: "https://e.com/?a" }),
    ["error config/invalid-value `https://e.com/?a`"],
  ],
  ["transcend", integration("transcend", { bundleId: "a b" }), ["error config/invalid-value `a b`"]],
  [
    "mixpanel's region",
    integration("mixpanel", { projectToken: "a", region: "asia" }),
    ["error config/value-not-allowed `asia`"],
  ],
  ["telemetry", integration("telemetry", { enabled: "no" }), ["error config/wrong-type `no`"]],
  ["adobe", integration("adobe", { launchUrl: "launch.js" }), ["error config/invalid-value `launch.js`"]],
  [
    "onetrust by http",
    integration("onetrust", { domainScript: "a", scriptSource: "http://e.com/a.js" }),
    ["error config/invalid-value `http://e.com/a.js`"],
  ],
  ["cookies", integration("cookies", { key: "a", value: "b" }), "clean"],
  // banner, errors, contextual
  ["a banner", { banner: { content: "Hi", type: "warning", dismissible: true } }, "clean"],
  ["an empty banner", { banner: { content: "" } }, ["error config/invalid-value"]],
  ["a banner without content", { banner: { dismissible: true } }, ["error config/missing-setting"]],
  [
    "a banner of an unknown type",
    { banner: { content: "Hi", type: "danger" } },
    ["error config/value-not-allowed `danger`"],
  ],
  // The service's docs allow it, but its check rejects it, so a problem of any severity is expected.
  ["a banner's color as a string", { banner: { content: "Hi", color: "#fff" } }, "fault"],
  [
    "a banner that may be closed, as a string",
    { banner: { content: "Hi", dismissible: "yes" } },
    ["error config/wrong-type `yes`"],
  ],
  ["errors without 404", { errors: {} }, ["error config/missing-setting"]],
  [
    "a page for errors",
    { errors: { 404: { redirect: false, title: "Lost", description: "Sorry" } } },
    "clean",
  ],
  [
    "a redirect for errors, as a string",
    { errors: { 404: { redirect: "no" } } },
    ["error config/wrong-type `no`"],
  ],
  ["a context menu", { contextual: { options: ["copy", "claude", "add-mcp"], display: "toc" } }, "clean"],
  [
    "an entry of the context menu twice",
    { contextual: { options: ["copy", "copy"] } },
    ["error config/invalid-value"],
  ],
  [
    "an unknown entry of the context menu",
    { contextual: { options: ["coppy"] } },
    ["error config/value-not-allowed `coppy`"],
  ],
  ["a context menu without entries", { contextual: { display: "toc" } }, ["error config/missing-setting"]],
  [
    "a context menu at an unknown place",
    { contextual: { options: ["copy"], display: "footer" } },
    ["error config/value-not-allowed `footer`"],
  ],
  [
    "a custom context menu entry",
    { contextual: { options: [{ title: "A", description: "B", href: "https://e.com/?q=$page" }] } },
    "clean",
  ],
  [
    "a custom context menu entry with a query",
    {
      contextual: {
        options: [
          {
            title: "A",
            description: "B",
            href: { base: "https://e.com", query: [{ key: "q", value: "$page" }] },
          },
        ],
      },
    },
    "clean",
  ],
  [
    "a custom context menu entry without a title",
    { contextual: { options: [{ description: "B", href: "https://e.com" }] } },
    ["error config/missing-setting"],
  ],
  [
    "a custom context menu entry without a base",
    { contextual: { options: [{ title: "A", description: "B", href: {} }] } },
    ["error config/missing-setting"],
  ],
  // thumbnails, interaction, metadata, variables, markdown, variations
  ["thumbnails", { thumbnails: { appearance: "dark", fonts: { family: "Inter" } } }, "clean"],
  [
    "thumbnails of no appearance",
    { thumbnails: { appearance: "system" } },
    ["error config/value-not-allowed `system`"],
  ],
  [
    "a thumbnail that is missing",
    { thumbnails: { background: "/t.png" } },
    ["warning config/file-not-found `/t.png`"],
  ],
  ["drilldown", { interaction: { drilldown: true } }, "clean"],
  ["drilldown as a string", { interaction: { drilldown: "true" } }, ["error config/wrong-type `true`"]],
  ["timestamps", { metadata: { timestamp: "yes" } }, ["error config/wrong-type `yes`"]],
  // Values under keys for custom data have no problems.
  ["variables", { variables: { version: "1.2", "any-name": "x" } }, "clean"],
  ["a variable that is a number", { variables: { version: 1 } }, ["error config/wrong-type `1`"]],
  ["instructions as a string", { markdown: { instructions: "Be brief.", schema: false } }, "clean"],
  ["instructions as lines", { markdown: { instructions: ["Be brief."] } }, "clean"],
  ["variations of willow", { theme: "willow", variations: { options: [{ id: "a", label: "A" }] } }, "clean"],
  // Variations require the willow theme.
  ["variations of another theme", { variations: { options: [{ id: "a", label: "A" }] } }, "fault"],
];

export const configMoreSettings: readonly Case[] = rows.map(([name, settings, both]) => ({
  name,
  settings,
  both: both ?? "clean",
}));
