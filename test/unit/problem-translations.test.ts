import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { commonTitles } from "../../server/src/core/rules/engine/offered-fixes.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { translatedLanguages } from "../../server/src/core/text/display-language.ts";
import { actionTitles } from "../../server/src/lsp/features/code-actions.ts";
import { project } from "../harness/source-files.ts";

const folder = path.join(project, "server/translations");

/** Returns the placeholders and the code of a text, which stay the same in all languages. */
const fixedParts = (text: string): string[] => (text.match(/`[^`]*`|\{\w+\}/g) ?? []).sort();

describe("translations of problems and quick fixes", () => {
  const english = new Set<string>([
    ...rules.flatMap(({ messages }) => Object.values<string>(messages)),
    ...Object.values(commonTitles),
    ...Object.values(actionTitles),
  ]);

  it("exist for every supported language and no other", () => {
    assert.deepEqual(readdirSync(folder).sort(), translatedLanguages.map((name) => `${name}.json`).sort());
  });

  for (const language of translatedLanguages)
    describe(language, () => {
      const file = path.join(folder, `${language}.json`);
      const texts = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;

      it("contain every text and no other", () => {
        assert.deepEqual([...english].filter((text) => !Object.hasOwn(texts, text)), []); // prettier-ignore
        assert.deepEqual(Object.keys(texts).filter((text) => !english.has(text)), []); // prettier-ignore
      });

      it("keep placeholders and code", () => {
        for (const [text, translated] of Object.entries(texts))
          assert.deepEqual(fixedParts(translated), fixedParts(text), text);
      });

      it("differ from English in every sentence", () => {
        for (const [text, translated] of Object.entries(texts)) {
          assert.notEqual(translated.trim(), "");
          if (/ \w+ \w+ .*[.?]$/.test(text)) assert.notEqual(translated, text);
        }
      });
    });
});
