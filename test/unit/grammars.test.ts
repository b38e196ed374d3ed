import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { grammarPages, type ExpectedScopes } from "../cases/grammar-pages.ts";
import { referencesInFrontmatter, referencesInJson } from "../cases/grammar-references.ts";
import { fenceLanguages } from "../../tools/grammars/fence-languages.ts";
import { scopesIn } from "../harness/scopes-in.ts";

async function check(text: string, scopeName: string, expected: readonly ExpectedScopes[]): Promise<void> {
  const found = await scopesIn(text, scopeName);
  for (const [part, ...scopes] of expected) {
    const start = text.indexOf(part);
    assert.ok(start >= 0, `the text doesn't contain ${part}`);
    for (let at = start; at < start + part.length; at++)
      for (const scope of scopes) {
        const bare = scope.replace(/^!/, "");
        const has = (found[at] ?? []).some((one) => beginsWith(one, bare));
        assert.equal(
          has,
          bare === scope,
          `“${text[at] ?? ""}” of ${part} should ${bare === scope ? "" : "not "}be ${bare}; it is ${(found[at] ?? []).join(" ")}`,
        );
      }
  }
}

/** Whether the scopes start with the expected one. Like a color theme, compares complete segments of a scope. */
function beginsWith(scopes: string, expected: string): boolean {
  return scopes.split(" ").some((one) => one === expected || one.startsWith(`${expected}.`));
}

describe("page grammar", () => {
  for (const [what, text, ...expected] of [...grammarPages, ...referencesInFrontmatter])
    it(`highlights ${what}`, () => check(text, "source.mdx.docwright", expected));
});

describe("endpoint references", () => {
  for (const [what, text, ...expected] of referencesInJson) {
    it(`are highlighted in JSON: ${what}`, () => check(text, "source.json", expected));
    it(`are highlighted in JSON with comments: ${what}`, () => check(text, "source.json.comments", expected));
  }
  // If another extension provides the MDX language, frontmatter has the scopes of that extension.
  for (const [what, text, ...expected] of referencesInFrontmatter)
    for (const scope of ["source.mdx", "text.html.markdown"])
      it(`are highlighted in frontmatter in ${scope}: ${what}`, () => check(text, scope, expected));
});

describe("grammars in package.json", () => {
  const file = path.resolve(import.meta.dirname, "../../package.json");
  const { contributes } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly contributes: {
      readonly grammars: readonly { readonly embeddedLanguages?: Readonly<Record<string, string>> }[];
    };
  };

  it("define brackets and comments for each embedded language", () => {
    const messages = contributes.grammars.find(({ embeddedLanguages }) => embeddedLanguages)?.embeddedLanguages;
    for (const { scope, language } of fenceLanguages)
      if (language !== "mdx") assert.equal(messages?.[`meta.embedded.block.${scope}`], language, scope);
    assert.equal(messages?.["meta.embedded.block.frontmatter"], "yaml");
    assert.equal(messages["meta.embedded.expression.tsx"], "typescriptreact");
  });
});
