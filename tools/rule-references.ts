/** A page outside this project about the subject of a rule. */
interface Reference {
  readonly title: string;
  readonly url: string;
}

const createReference = (path: string, title: string): Reference => ({
  title: `${title} (Mintlify)`,
  url: `https://www.mintlify.com/docs/${path}`,
});

const apiSettings = createReference("organize/settings-api", "API settings");
const appearance = createReference("organize/settings-appearance", "Appearance and branding");
const asyncapiSetup = createReference("api-playground/asyncapi-setup", "AsyncAPI setup");
const authentication = createReference("deploy/authentication-setup", "Authentication setup");
const code = createReference("create/code", "Format code");
const components = createReference("components", "Components overview");
const files = createReference("create/files", "Files");
const globalSettings = createReference("organize/settings", "Global settings");
const hiddenPages = createReference("organize/hidden-pages", "Hidden pages");
const icons = createReference("components/icons", "Icons");
const images = createReference("create/image-embeds", "Images and embeds");
const languages = createReference("guides/internationalization", "How to set up multi-language documentation");
const linking = createReference("guides/linking", "How to link documentation pages effectively");
const manualPages = createReference("api-playground/mdx-setup", "Create manual API pages");
const navigation = createReference("organize/navigation", "Navigation");
const openapiSetup = createReference("api-playground/openapi-setup", "OpenAPI setup");
const pages = createReference("organize/pages", "Pages");
const pageVisibility = createReference("api-playground/managing-page-visibility", "Manage page visibility");
const redirects = createReference("create/redirects", "Redirects");
const search = createReference("optimize/search", "Configure in-product search ranking, results, and filters");
const settingsReference = createReference("organize/settings-reference", "docs.json schema reference");
const snippets = createReference("create/reusable-snippets", "Reusable snippets");
const structure = createReference("organize/settings-structure", "Site structure");

const asyncapi: Reference = {
  title: "AsyncAPI 3.0 specification",
  url: "https://www.asyncapi.com/docs/reference/specification/v3.0.0",
};
const openapi: Reference = {
  title: "OpenAPI specification",
  url: "https://spec.openapis.org/oas/latest.html",
};
const mdx: Reference = { title: "What is MDX? (MDX)", url: "https://mdxjs.com/docs/what-is-mdx/" };
const yaml: Reference = { title: "YAML 1.2.2 specification", url: "https://yaml.org/spec/1.2.2/" };

/** The references for rules that don't have their own, by area. */
const ofArea: Readonly<Record<string, readonly Reference[]>> = {
  asyncapi: [asyncapiSetup, asyncapi],
  config: [settingsReference],
  drift: [openapiSetup],
  frontmatter: [pages],
  link: [linking],
  mdx: [components],
  nav: [navigation],
  openapi: [openapiSetup],
  redirect: [redirects],
  security: [createReference("api/introduction", "REST API introduction")],
  settings: [],
};

const ofRule: Readonly<Record<string, readonly Reference[]>> = {
  "config/file-not-found": [appearance, files],
  "config/low-contrast": [
    appearance,
    {
      title: "Understanding contrast (WCAG 2.2)",
      url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html",
    },
  ],
  "config/nested-site": [createReference("deploy/monorepo", "Monorepo setup")],
  "config/not-an-object": [globalSettings],
  "config/old-file": [globalSettings],
  "config/playground-needs-authentication": [apiSettings, authentication],
  "config/ref-cycle": [globalSettings],
  "config/ref-ignored": [globalSettings],
  "config/ref-not-found": [globalSettings],
  "config/ref-outside-site": [globalSettings],
  "config/syntax": [globalSettings, { title: "JSON (RFC 8259)", url: "https://www.rfc-editor.org/rfc/rfc8259" }],
  "drift/wrong-required": [createReference("components/fields", "Fields"), openapiSetup],
  "drift/wrong-type": [createReference("components/fields", "Fields"), openapiSetup],
  "frontmatter/api-ignores-server": [manualPages, apiSettings],
  "frontmatter/api-malformed": [manualPages],
  "frontmatter/api-without-server": [manualPages, apiSettings],
  "frontmatter/auth-method-without-effect": [manualPages],
  "frontmatter/boost-not-positive": [search],
  "frontmatter/groups-without-effect": [authentication],
  "frontmatter/not-a-map": [pages, yaml],
  "frontmatter/playground-needs-authentication": [manualPages, authentication],
  "frontmatter/syntax": [pages, yaml],
  "frontmatter/unknown-icon": [icons],
  "link/file-not-found": [files, images],
  "link/to-redirect": [redirects],
  "link/undefined-reference": [
    {
      title: "Link reference definitions (CommonMark)",
      url: "https://spec.commonmark.org/0.31.2/#link-reference-definitions",
    },
  ],
  "link/unused-file": [files],
  "mdx/code-block-meta": [code],
  "mdx/code-sample-syntax": [code],
  "mdx/export-not-found": [snippets],
  "mdx/formula": [
    createReference("create/text", "Format text"),
    { title: "Supported functions (KaTeX)", url: "https://katex.org/docs/supported" },
  ],
  "mdx/image-without-alt": [
    images,
    createReference("guides/accessibility", "How to create accessible documentation"),
    { title: "Images tutorial (W3C)", url: "https://www.w3.org/WAI/tutorials/images/" },
  ],
  "mdx/import-outside-site": [snippets],
  "mdx/legacy-snippet": [snippets],
  "mdx/long-table-row": [createReference("create/list-table", "Lists and tables")],
  "mdx/mermaid-syntax": [
    createReference("components/mermaid-diagrams", "Mermaid"),
    { title: "Diagram syntax (Mermaid)", url: "https://mermaid.js.org/intro/syntax-reference.html" },
  ],
  "mdx/not-rendered": [createReference("customize/react-components", "React components")],
  "mdx/package-import": [snippets, createReference("customize/react-components", "React components")],
  "mdx/prop-value": [components, icons],
  "mdx/snippet-not-found": [snippets],
  "mdx/syntax": [mdx],
  "mdx/translation-gap": [languages],
  "mdx/undefined-name": [mdx],
  "mdx/undefined-variable": [structure],
  "mdx/unknown-component": [components, snippets],
  "mdx/unused-snippet": [snippets],
  "nav/bidi-or-control-character": [{ title: "Trojan Source", url: "https://trojansource.codes" }, navigation],
  "nav/boost-not-positive": [search],
  "nav/duplicate-language": [navigation, languages],
  "nav/language-gap": [languages],
  "nav/page-not-in-navigation": [hiddenPages],
  "nav/unknown-icon": [icons],
  "nav/unknown-language": [navigation, languages],
  "openapi/asyncapi-ignored": [openapiSetup, asyncapiSetup],
  "openapi/dangling-ref": [openapi],
  "openapi/duplicate-operation-id": [openapi],
  "openapi/no-server": [openapiSetup, openapi],
  "openapi/operation-excluded": [pageVisibility],
  "openapi/operation-hidden": [pageVisibility],
  "openapi/operation-undocumented": [openapiSetup, pageVisibility],
  "openapi/spec-invalid": [openapiSetup, openapi],
  "openapi/spec-syntax": [openapiSetup, openapi],
  "openapi/spec-version-unsupported": [openapiSetup, openapi],
};

/** Returns the pages about the subject of a rule, starting with the pages of the service. */
export function getReferences(rule: string, area: string): readonly Reference[] {
  return ofRule[rule] ?? ofArea[area] ?? [];
}

/** Sentences about settings and options that affect a single rule, in Markdown. Links are relative to a rule's page. */
const settings: Readonly<Record<string, string>> = {
  "config/nested-site": "`sites` lists the subfolders that are separate sites.",
  "config/playground-needs-authentication": "`authentication` specifies whether readers can log in to the site.",
  "frontmatter/playground-needs-authentication": "`authentication` specifies whether readers can log in to the site.",
  "link/anchor-not-found": "Links that start with `siteUrl` or `basePath` are checked as links on this site.",
  "link/page-not-found": "Links that start with `siteUrl` or `basePath` are checked as links on this site.",
  "security/key-in-source": "`keyPrefix` specifies how the service's administrator keys start.",
};

/** Returns sentences about the settings in .docwright.json that affect this rule, or undefined if no setting does. */
export function describeSettings(rule: string): string | undefined {
  return settings[rule];
}

/** Lists of rules that are about the same subject. A rule can be in several lists. */
const subjects: readonly (readonly string[])[] = [
  ["asyncapi/channel-not-found", "asyncapi/spec-not-found", "openapi/operation-not-found"],
  ["asyncapi/spec-invalid", "asyncapi/spec-syntax", "asyncapi/spec-version-unsupported", "openapi/spec-invalid"],
  ["asyncapi/spec-not-found", "openapi/spec-not-found", "openapi/spec-outside-site", "openapi/no-spec"],
  ["asyncapi/spec-syntax", "openapi/spec-syntax"],
  ["asyncapi/spec-version-unsupported", "openapi/spec-version-unsupported"],
  ["config/duplicate-key", "frontmatter/duplicate-key"],
  ["config/file-not-found", "link/file-not-found", "link/wrong-case", "link/unused-file"],
  ["config/invalid-value", "config/value-not-allowed", "config/wrong-type", "config/missing-setting"],
  ["config/low-contrast", "mdx/image-without-alt"],
  ["config/nested-site", "config/ref-outside-site", "settings/site-not-found"],
  ["config/not-an-object", "config/syntax", "config/missing-setting"],
  ["config/old-file", "config/unknown-setting"],
  ["config/playground-needs-authentication", "frontmatter/playground-needs-authentication", "openapi/no-server"],
  ["config/ref-cycle", "config/ref-ignored", "config/ref-not-found", "config/ref-outside-site"],
  ["config/syntax", "frontmatter/syntax", "mdx/syntax", "settings/syntax"],
  ["config/too-deep", "config/too-large", "frontmatter/too-large"],
  ["config/unknown-setting", "config/missing-setting", "config/value-not-allowed"],
  [
    "drift/missing-field",
    "drift/unknown-field",
    "drift/wrong-method",
    "drift/wrong-required",
    "drift/wrong-type",
    "drift/wrong-value",
  ],
  ["frontmatter/api-ignores-server", "frontmatter/api-malformed", "frontmatter/api-without-server"],
  ["frontmatter/api-malformed", "openapi/malformed-reference"],
  ["frontmatter/api-without-server", "openapi/no-server"],
  [
    "frontmatter/auth-method-without-effect",
    "frontmatter/groups-without-effect",
    "frontmatter/playground-needs-authentication",
  ],
  ["frontmatter/boost-not-positive", "nav/boost-not-positive"],
  ["frontmatter/duplicate-title", "frontmatter/missing-title", "nav/slug-collision"],
  ["frontmatter/language-not-allowed", "frontmatter/not-a-map", "frontmatter/syntax", "frontmatter/too-large"],
  ["frontmatter/several-targets", "openapi/operation-twice"],
  ["frontmatter/unknown-field", "frontmatter/value-not-allowed", "frontmatter/wrong-type"],
  ["frontmatter/unknown-icon", "mdx/prop-value", "nav/unknown-icon"],
  ["link/anchor-not-found", "link/page-not-found", "mdx/duplicate-id"],
  ["link/empty", "link/misspelled-scheme", "link/undefined-reference"],
  ["link/misspelled-scheme", "link/page-not-found", "link/unsafe-scheme"],
  ["link/page-not-found", "nav/page-not-found", "redirect/missing-for-moved-page", "redirect/target-not-found"],
  ["link/to-redirect", "redirect/chain", "redirect/shadows-page"],
  ["link/unused-file", "mdx/unused-snippet", "nav/page-not-in-navigation"],
  ["link/wrong-case", "nav/page-wrong-case"],
  ["mdx/code-block-meta", "mdx/code-sample-syntax"],
  ["mdx/code-sample-syntax", "drift/missing-field", "drift/wrong-type"],
  ["mdx/export-not-found", "mdx/import-outside-site", "mdx/package-import", "mdx/snippet-not-found"],
  ["mdx/formula", "mdx/mermaid-syntax", "mdx/not-rendered"],
  ["mdx/image-without-alt", "link/file-not-found"],
  ["mdx/legacy-snippet", "mdx/snippet-not-found", "mdx/unused-snippet"],
  ["mdx/long-table-row", "mdx/syntax"],
  ["mdx/misplaced-component", "mdx/missing-prop", "mdx/unknown-component"],
  ["mdx/missing-prop", "mdx/prop-value", "mdx/unknown-prop"],
  ["mdx/translation-gap", "nav/language-gap"],
  ["mdx/undefined-name", "mdx/undefined-variable", "mdx/unknown-component"],
  ["nav/bidi-or-control-character", "nav/page-not-found"],
  ["nav/directory-without-root", "nav/expanded-without-effect", "nav/root-page-not-found"],
  ["nav/duplicate-language", "nav/language-gap", "nav/several-default-versions", "nav/unknown-language"],
  ["nav/duplicate-version", "nav/several-default-versions"],
  ["nav/empty-element", "nav/missing-field", "nav/no-root-pattern"],
  ["nav/href-with-children", "nav/misplaced-child", "nav/mixed-children", "nav/several-root-patterns"],
  [
    "nav/page-not-found",
    "nav/page-has-extension",
    "nav/page-is-url",
    "nav/page-leading-slash-odd",
    "nav/page-wrong-case",
  ],
  ["nav/page-listed-twice", "nav/slug-collision", "openapi/operation-on-several-pages"],
  ["nav/slug-collision", "openapi/operation-twice", "redirect/shadows-page"],
  ["openapi/ambiguous-spec", "openapi/no-spec", "openapi/only-first-spec-used"],
  ["openapi/asyncapi-ignored", "nav/mixed-children", "openapi/only-first-spec-used"],
  ["openapi/dangling-ref", "openapi/external-ref", "openapi/spec-invalid"],
  ["openapi/duplicate-operation-id", "openapi/extension-invalid", "openapi/spec-invalid"],
  ["openapi/malformed-reference", "openapi/method-not-uppercase", "openapi/no-spec", "openapi/operation-not-found"],
  [
    "openapi/operation-excluded",
    "openapi/operation-hidden",
    "openapi/operation-left-out",
    "openapi/operation-undocumented",
  ],
  ["openapi/operation-left-out", "openapi/spec-invalid"],
  ["openapi/operation-on-several-pages", "openapi/operation-twice"],
  ["openapi/remote-spec", "openapi/spec-not-found"],
  ["openapi/spec-invalid", "openapi/spec-syntax", "openapi/spec-version-unsupported"],
  ["redirect/chain", "redirect/duplicate-source", "redirect/loop", "redirect/to-itself"],
  ["redirect/source-with-anchor-or-query", "redirect/duplicate-source"],
  ["redirect/source-with-anchor-or-query", "link/anchor-not-found"],
  ["security/key-in-source", "settings/value-not-allowed"],
  ["settings/syntax", "settings/unknown-key", "settings/unknown-rule", "settings/value-not-allowed"],
  ["settings/unknown-rule", "settings/unused-ignore"],
];

const maxRelated = 6;

/** Returns the codes of the rules about the same subjects. Rules in the same area come first. */
export function getRelatedCodes(code: string): readonly string[] {
  const area = code.slice(0, code.indexOf("/") + 1);
  const related = new Set(subjects.filter((codes) => codes.includes(code)).flat());
  related.delete(code);
  const inArea = [...related].filter((other) => other.startsWith(area));
  return [...new Set([...inArea, ...related])].slice(0, maxRelated);
}

/** Returns all codes that this module contains, so that misspelled codes can be reported. */
export function getReferencedCodes(): readonly string[] {
  return [...Object.keys(ofRule), ...Object.keys(settings), ...subjects.flat()];
}
