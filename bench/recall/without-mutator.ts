/** Codes of the catalogue that no kind of fault is made for, each with its reason. */
export const withoutMutator: Readonly<Record<string, string>> = {
  "mdx/formula": "told of pages that are open in a preview; test/lsp/preview-problems.test.ts",
  "mdx/not-rendered": "told of pages that are open in a preview; test/lsp/preview-problems.test.ts",
};
