import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { reportMessages } from "../../server/src/cli/check/report-text.ts";
import { commonFixTitles } from "../../server/src/core/rules/engine/offered-fixes.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { unlistedProblemMessages, unusedSpecMessage } from "../../server/src/core/rules/engine/run-rules.ts";
import { prosePlaceholders, type MessageArgs } from "../../server/src/core/rules/format-message.ts";
import { translatedLanguages } from "../../server/src/core/text/page-language.ts";
import { phrases } from "../../server/src/core/text/phrase.ts";
import { actionTitles } from "../../server/src/lsp/features/code-actions.ts";
import { serverMessages } from "../harness/page-messages.ts";
import { project } from "../harness/source-files.ts";

const folder = path.join(project, "server/translations");

/** Returns the messages about failures of Git, which `check --changed-since` reports. */
function gitMessages(): readonly string[] {
  return ["server/src/workspace/git/git.ts", "server/src/cli/check/check-command.ts"].flatMap((file) =>
    [...readFileSync(path.join(project, file), "utf8").matchAll(/createMessage\(\s*("[^"]*")/g)].map(
      ([, literal = ""]) => JSON.parse(literal) as string,
    ),
  );
}

/** Returns the placeholders and the code in a text, which must be the same in all languages. */
const fixedParts = (text: string): string[] => (text.match(/`[^`]*`|\{\w+\}/g) ?? []).sort();

/** The messages and titles into which rules insert values. */
const templates: readonly string[] = [
  ...rules.flatMap(({ messages }) => Object.values<string>(messages)),
  ...Object.values(commonFixTitles),
  ...Object.values(actionTitles),
  ...Object.values(unlistedProblemMessages),
  unusedSpecMessage,
];

/** Returns the names of the placeholders in a text. */
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

describe("message placeholders", () => {
  const prose = new Set<string>(prosePlaceholders);
  const code = /`[^`]*`|“[^”]*”|#\{\w+\}/g;

  it("can't be filled with a plain string outside code and quotation marks", () => {
    for (const template of templates)
      assert.deepEqual(namesIn(template.replace(code, "")).filter((name) => !prose.has(name)), [], template); // prettier-ignore
  });

  it("are never translated inside code and quotation marks", () => {
    for (const template of templates) {
      const inCode = (template.match(code) ?? []).flatMap(namesIn);
      assert.deepEqual(inCode.filter((name) => prose.has(name)), [], template); // prettier-ignore
    }
  });

  it("accept only text that has a translation, which the compiler enforces", () => {
    const known: MessageArgs = { expected: "a string", path: "a string" };
    // @ts-expect-error -- This phrase has no translation.
    const unknown: MessageArgs = { expected: "a thing without a translation" };
    const text: string = "any text";
    // @ts-expect-error -- A plain string could be English.
    const plain: MessageArgs = { reason: text };
    assert.ok(known && unknown && plain);
  });
});

describe("translations of problems, quick fixes, and reports", () => {
  const english = new Set<string>([
    ...templates,
    ...phrases,
    ...Object.values<string | Readonly<Record<string, string>>>(reportMessages).flatMap((text) =>
      typeof text === "string" ? [text] : Object.values(text),
    ),
    ...gitMessages(),
    ...serverMessages(),
  ]);

  it("exist for every supported language and no others", () => {
    assert.deepEqual(readdirSync(folder).sort(), translatedLanguages.map((name) => `${name}.json`).sort());
  });

  for (const language of translatedLanguages)
    describe(language, () => {
      const file = path.join(folder, `${language}.json`);
      const texts = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;

      it("contain every message and no others", () => {
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
