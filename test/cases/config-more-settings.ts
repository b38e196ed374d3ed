import type { Case } from "./case.ts";

type Row = readonly [name: string, settings: Readonly<Record<string, unknown>>, both: Case["both"]];

const integration = (name: string, value: unknown) => ({ integrations: { [name]: value } });

// The expected results follow from the type, values, and constraints of each setting, as in config-settings.ts.
const rows: readonly Row[] = [
  // The settings `search` and `seo`.
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
    "a path with a parent segment",
    { seo: { paths: [{ path: "a/../b", metatags: {} }] } },
    ["error config/invalid-value `a/../b`"],
  ],
  [
    "a repeated path",
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
  ["a string as `trailingSlash`", { seo: { trailingSlash: "yes" } }, ["error config/wrong-type `yes`"]],
  // The setting `fonts`: `source` requires `format`, and `heading` and `body` are objects that reject other keys.
  ["a font", { fonts: { family: "Inter", weight: 400 } }, "clean"],
  ["a font without a family", { fonts: { weight: 400 } }, ["error config/missing-setting"]],
  ["a font's weight as a string", { fonts: { family: "Inter", weight: "400" } }, ["error config/wrong-type `400`"]],
  ["a font file without its format", { fonts: { family: "A", source: "https://e.com/a.woff2" } }, "fault"],
  [
    "a missing font file",
    { fonts: { family: "A", source: "/a.woff2", format: "woff2" } },
    ["warning config/file-not-found `/a.woff2`"],
  ],
  [
    "a font of an unknown format",
    { fonts: { family: "A", source: "https://e.com/a.ttf", format: "ttf" } },
    ["error config/value-not-allowed `ttf`"],
  ],
  ["a font only for headings", { fonts: { heading: { family: "Inter" } } }, "clean"],
  ["a font for code", { fonts: { heading: { family: "Inter" }, code: { family: "Mono" } } }, "fault"],
  // The settings `icons` and `styling`.
  ["an icon library", { icons: { library: "lucide" } }, "clean"],
  ["icons without a library", { icons: {} }, ["error config/missing-setting"]],
  ["an unknown icon library", { icons: { library: "material" } }, ["error config/value-not-allowed `material`"]],
  ["eyebrows", { styling: { eyebrows: "breadcrumbs" } }, "clean"],
  ["unknown eyebrows", { styling: { eyebrows: "crumbs" } }, ["error config/value-not-allowed `crumbs`"]],
  ["a dark code theme", { styling: { codeblocks: "dark" } }, "clean"],
  ["a code theme", { styling: { codeblocks: { theme: "github-dark" } } }, "clean"],
  [
    "light and dark code themes",
    { styling: { codeblocks: { theme: { light: "github-light", dark: "github-dark" } } } },
    "clean",
  ],
  [
    "a code theme for one mode only",
    { styling: { codeblocks: { theme: { light: "github-light" } } } },
    ["error config/missing-setting"],
  ],
  [
    "an unknown code theme",
    { styling: { codeblocks: { theme: "github-darkk" } } },
    ["error config/value-not-allowed `github-darkk`"],
  ],
  [
    "a missing file for a code language",
    { styling: { codeblocks: { languages: { custom: ["/l.json"] } } } },
    ["warning config/file-not-found `/l.json`"],
  ],
  ["latex as a string", { styling: { latex: "on" } }, ["error config/wrong-type `on`"]],
  // The setting `redirects`: each source must be unique.
  ["a redirect", { redirects: [{ source: "/old", destination: "/index", permanent: false }] }, "clean"],
  ["a redirect without a destination", { redirects: [{ source: "/old" }] }, ["error config/missing-setting"]],
  ["a redirect without a source", { redirects: [{ destination: "/index" }] }, ["error config/missing-setting"]],
  ["redirects as an object", { redirects: { "/a": "/b" } }, ["error config/wrong-type"]],
  [
    "permanent as a string",
    { redirects: [{ source: "/a", destination: "/index", permanent: "yes" }] },
    ["error config/wrong-type `yes`"],
  ],
  // The setting `integrations`: unknown keys are rejected.
  ["an unknown integration", integration("foo", {}), "fault"],
  ["a ga4 ID", integration("ga4", { measurementId: "G-ABC123" }), "clean"],
  ["a ga4 ID in the old format", integration("ga4", { measurementId: "UA-1" }), ["error config/invalid-value `UA-1`"]],
  ["ga4 without an ID", integration("ga4", {}), ["error config/missing-setting"]],
  ["an invalid gtm ID", integration("gtm", { tagId: "XYZ" }), ["error config/invalid-value `XYZ`"]],
  ["an invalid posthog key", integration("posthog", { apiKey: "abc" }), ["error config/invalid-value `abc`"]],
  ["posthog session recording", integration("posthog", { apiKey: "phc_abc", sessionRecording: true }), "clean"],
  [
    "a posthog host without a scheme",
    integration("posthog", { apiKey: "phc_abc", apiHost: "eu.posthog.com" }),
    "fault",
  ],
  [
    "a plausible domain with a scheme",
    integration("plausible", { domain: "https://e.com" }),
    ["error config/invalid-value `https://e.com`"],
  ],
  [
    "an intercom ID of five characters",
    integration("intercom", { appId: "abcde" }),
    ["error config/invalid-value `abcde`"],
  ],
  [
    "a segment URL with a query",
    integration("segment", { key: "a", cdnUrl: "https://e.com/?a" }),
    ["error config/invalid-value `https://e.com/?a`"],
  ],
  ["an invalid transcend ID", integration("transcend", { bundleId: "a b" }), ["error config/invalid-value `a b`"]],
  [
    "an unknown mixpanel region",
    integration("mixpanel", { projectToken: "a", region: "asia" }),
    ["error config/value-not-allowed `asia`"],
  ],
  ["a string as `telemetry.enabled`", integration("telemetry", { enabled: "no" }), ["error config/wrong-type `no`"]],
  [
    "an invalid adobe URL",
    integration("adobe", { launchUrl: "launch.js" }),
    ["error config/invalid-value `launch.js`"],
  ],
  [
    "a onetrust script over HTTP",
    integration("onetrust", { domainScript: "a", scriptSource: "http://e.com/a.js" }),
    ["error config/invalid-value `http://e.com/a.js`"],
  ],
  ["the cookies integration", integration("cookies", { key: "a", value: "b" }), "clean"],
  // The settings `banner`, `errors`, and `contextual`.
  ["a banner", { banner: { content: "Hi", type: "warning", dismissible: true } }, "clean"],
  ["an empty banner", { banner: { content: "" } }, ["error config/invalid-value"]],
  ["a banner without content", { banner: { dismissible: true } }, ["error config/missing-setting"]],
  [
    "a banner of an unknown type",
    { banner: { content: "Hi", type: "danger" } },
    ["error config/value-not-allowed `danger`"],
  ],
  // The service's documentation allows this value, but its check rejects it, so a problem of any severity is expected.
  ["a banner's color as a string", { banner: { content: "Hi", color: "#fff" } }, "fault"],
  [
    "a string as `banner.dismissible`",
    { banner: { content: "Hi", dismissible: "yes" } },
    ["error config/wrong-type `yes`"],
  ],
  ["`errors` without 404", { errors: {} }, ["error config/missing-setting"]],
  ["a custom error page", { errors: { 404: { redirect: false, title: "Lost", description: "Sorry" } } }, "clean"],
  ["a string as `errors.404.redirect`", { errors: { 404: { redirect: "no" } } }, ["error config/wrong-type `no`"]],
  ["a contextual menu", { contextual: { options: ["copy", "claude", "add-mcp"], display: "toc" } }, "clean"],
  [
    "a repeated entry in the contextual menu",
    { contextual: { options: ["copy", "copy"] } },
    ["error config/invalid-value"],
  ],
  [
    "an unknown entry in the contextual menu",
    { contextual: { options: ["coppy"] } },
    ["error config/value-not-allowed `coppy`"],
  ],
  ["a contextual menu without entries", { contextual: { display: "toc" } }, ["error config/missing-setting"]],
  [
    "a contextual menu at an unknown position",
    { contextual: { options: ["copy"], display: "footer" } },
    ["error config/value-not-allowed `footer`"],
  ],
  [
    "a custom contextual menu entry",
    { contextual: { options: [{ title: "A", description: "B", href: "https://e.com/?q=$page" }] } },
    "clean",
  ],
  [
    "a custom contextual menu entry with a query",
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
    "a custom contextual menu entry without a title",
    { contextual: { options: [{ description: "B", href: "https://e.com" }] } },
    ["error config/missing-setting"],
  ],
  [
    "a custom contextual menu entry without a base",
    { contextual: { options: [{ title: "A", description: "B", href: {} }] } },
    ["error config/missing-setting"],
  ],
  // The settings `thumbnails`, `interaction`, `metadata`, `variables`, `markdown`, and `variations`.
  ["thumbnails", { thumbnails: { appearance: "dark", fonts: { family: "Inter" } } }, "clean"],
  [
    "thumbnails with an unknown appearance",
    { thumbnails: { appearance: "system" } },
    ["error config/value-not-allowed `system`"],
  ],
  [
    "a missing thumbnail background",
    { thumbnails: { background: "/t.png" } },
    ["warning config/file-not-found `/t.png`"],
  ],
  ["drilldown", { interaction: { drilldown: true } }, "clean"],
  ["drilldown as a string", { interaction: { drilldown: "true" } }, ["error config/wrong-type `true`"]],
  ["a string as `timestamp`", { metadata: { timestamp: "yes" } }, ["error config/wrong-type `yes`"]],
  // Values of keys for custom data don't have any problems.
  ["variables", { variables: { version: "1.2", "any-name": "x" } }, "clean"],
  ["a variable that is a number", { variables: { version: 1 } }, ["error config/wrong-type `1`"]],
  ["instructions as a string", { markdown: { instructions: "Be brief.", schema: false } }, "clean"],
  ["instructions as an array of lines", { markdown: { instructions: ["Be brief."] } }, "clean"],
  [
    "variations with the willow theme",
    { theme: "willow", variations: { options: [{ id: "a", label: "A" }] } },
    "clean",
  ],
  // Variations require the willow theme.
  ["variations with another theme", { variations: { options: [{ id: "a", label: "A" }] } }, "fault"],
];

export const configMoreSettings: readonly Case[] = rows.map(([name, settings, both]) => ({
  name,
  settings,
  both: both ?? "clean",
}));
