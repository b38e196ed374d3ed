/**
 * The rule codes in the catalog that can't be triggered by any mutator, along with the reason for each code.
 */
export const withoutMutator: Readonly<Record<string, string>> = {
  "mdx/formula": "reported only for pages that are open in a preview; test/lsp/preview-problems.test.ts",
  "mdx/not-rendered": "reported only for pages that are open in a preview; test/lsp/preview-problems.test.ts",
  "config/nested-site": "about which docs.json is published, not about its content; test/cases/nested-sites.ts",
  "settings/site-not-found": "about the setting of config/nested-site; test/cases/nested-sites.ts",
};
