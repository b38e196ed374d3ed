import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import { translatedLanguages } from "../../server/src/core/text/page-language.ts";
import { isFormattedByServer, isShownInPages } from "../harness/page-messages.ts";
import { project, sourceFiles, type SourceFile } from "../harness/source-files.ts";

type Table = Readonly<Record<string, string>>;

const read = (file: string): Table => JSON.parse(readFileSync(path.join(project, file), "utf8")) as Table;
const manifest = readFileSync(path.join(project, "package.json"), "utf8");

/**
 * Returns the messages that a file passes to `vscode.l10n.t`. Includes those that it passes to `translate` or
 * `createMessage`, because they can be passed on to `vscode.l10n.t`.
 */
function sentencesIn(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, callee, arguments: given } = node as { type?: string; callee?: Named; arguments?: Named[] };
    const isL10n = callee?.property?.name === "t" && callee.object?.property?.name === "l10n";
    const isReported = isL10n || callee?.name === "translate" || callee?.name === "createMessage";
    const words = given?.[0]?.value;
    if (type === "CallExpression" && isReported && typeof words === "string") found.push(words);
    Object.values(node).forEach(visit);
  };
  visit(parse(transformSync(text, { loader: "ts" }).code, { ecmaVersion: "latest", sourceType: "module" }));
  return found;
}

interface Named {
  readonly name?: string;
  readonly value?: unknown;
  readonly object?: Named;
  readonly property?: Named;
}

/** Whether a server file contains messages that the extension shows in the editor's language. */
const isPassedOn = ({ path: file, text }: SourceFile): boolean =>
  file.startsWith("server/src/") &&
  !file.endsWith(".test.ts") &&
  !isShownInPages(file) &&
  !isFormattedByServer(file) &&
  /\/text\/message\.ts"/.test(text);

const placeholders = (text: string): string => [...new Set(text.match(/\{\d\}/g))].sort().join(" ");
/**
 * Returns the functional parts of a manifest string: commands that its links run, names formatted as code, and titles
 * of commands.
 */
const effects = (text: string): string =>
  (text.match(/\(command:[^)]*\)|`[^`]*`|\*\*[^*]*\*\*/g) ?? [])
    .map((each) => each.replace(/^\*\*Docwright: .*\*\*$/, "**Docwright: …**"))
    .sort()
    .join(" ");

describe("extension translations", () => {
  const files = sourceFiles();
  const inClient = files.filter(({ path: file }) => file.startsWith("client/src/"));
  const inServer = files.filter(isPassedOn);
  const reported = new Set([
    ...inClient.flatMap(({ text }) => (text.includes("l10n.t") ? sentencesIn(text) : [])),
    ...inServer.flatMap(({ text }) => sentencesIn(text)),
  ]);
  const english = read("package.nls.json");

  it("are in the files where VS Code looks for them", () => {
    assert.ok(reported.size > 400, `${reported.size}`);
    assert.equal((JSON.parse(manifest) as { readonly l10n?: string }).l10n, "./l10n");
    assert.deepEqual(
      readdirSync(path.join(project, "l10n")).filter((name) => name.endsWith(".json")).sort(), // prettier-ignore
      translatedLanguages.map((language) => `bundle.l10n.${language}.json`).sort(),
    );
  });

  for (const language of translatedLanguages) {
    it(`include every message that is used and no others: ${language}`, () => {
      const bundle = read(`l10n/bundle.l10n.${language}.json`);
      assert.deepEqual([...reported].filter((sentence) => !Object.hasOwn(bundle, sentence)), []); // prettier-ignore
      assert.deepEqual(Object.keys(bundle).filter((sentence) => !reported.has(sentence)), []); // prettier-ignore
      for (const [sentence, own] of Object.entries(bundle)) {
        assert.notEqual(own.trim(), "", sentence);
        assert.equal(placeholders(own), placeholders(sentence), sentence);
      }
    });

    it(`include all commands, views, and settings, with the same links: ${language}`, () => {
      const table = read(`package.nls.${language}.json`);
      const expected = Object.keys(english);
      assert.ok(expected.length > 90);
      assert.deepEqual(expected.filter((key) => !Object.hasOwn(table, key)), []); // prettier-ignore
      assert.deepEqual(Object.keys(table).filter((key) => !Object.hasOwn(english, key)), []); // prettier-ignore
      for (const [key, own] of Object.entries(table)) {
        assert.notEqual(own.trim(), "", key);
        assert.equal(effects(own), effects(english[key] ?? ""), key);
      }
      // The description of the setting contains the title of this command.
      const title = table["command.feedback.setApiKey"] ?? "";
      assert.ok(table["feedback.projectId.description"]?.includes(`**Docwright: ${title}**`), title);
    });
  }
});
