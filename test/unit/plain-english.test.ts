import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const project = path.resolve(__dirname, "../..");

/**
 * Phrases that are always wrong in texts for users or contributors, each with the correct wording. Single words are
 * listed in cspell.json.
 */
const phrases: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<!there )\bis no (?!longer\b|more\b|different\b)/i, "isn't a …"],
  [/\bstands? (?:in|at|here|there|alone|behind|beside)\b/i, "is in, appears"],
  [/\b(?:is|are) told\b|\btells? of\b/i, "is reported, shows"],
  [/(?:^| )beside /i, "next to"],
  [/\bdo not go together\b|\bnothing was written\b/i, "can't be used together, no files changed"],
  [/\b(?:is|are) there already\b|\bnot there any ?more\b|\bany more\b/i, "already exists, no longer"],
  [/\b(?:on|in|to|at|of) no (?:page|menu|file|place|site|group)\b/i, "not on any page"],
  [/\bwithout end\b|\bby itself\b|\bof its own accord\b/i, "infinite, automatically"],
  [/\bputs? right\b|\bway out\b|\bput off\b/i, "fix, snooze"],
  [/\bcomes? along\b|\btakes? along\b|\bcame along\b/i, "is converted, moves too"],
  [/\b(?:colou?rs? that is wanted|is wanted|was wanted)\b/i, "requested"],
];

/** Texts in which one of the phrases is correct, with the reason. */
const exceptions: readonly (readonly [file: string, text: string, reason: string])[] = [];

interface Line {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(project, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(file);
    else yield file;
  }
}

/**
 * Returns the texts in a file by line. For a source file, these are its strings, without comments. For all other files,
 * these are its lines.
 */
function textLines(file: string): readonly Line[] {
  const source = readFileSync(path.join(project, file), "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ""),
  );
  const isText = isDocument(file) || file.endsWith(".json");
  return source
    .split("\n")
    .flatMap((line, index) => (isText ? [line] : textsIn(line)).map((text) => ({ file, line: index + 1, text })))
    .filter(({ text }) => /[A-Za-z]{2,} [A-Za-z`{$]/.test(text));
}

/** Returns the strings in a line of code, and the text in JSX. Code in placeholders is removed. */
function textsIn(line: string): readonly string[] {
  const literals = line.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>([^<>{}]*)</g);
  const jsx = /^\s*[A-Z][\w’', ]+[.?]?$/.test(line) ? [line.trim()] : [];
  return [...[...literals].map((found) => found.slice(1).join("")), ...jsx].map((text) =>
    text.replaceAll(/\$\{[^}]*\}/g, "{}"),
  );
}

const isSource = (file: string) => /(?<!\.test|\.d)\.tsx?$/.test(file);
const isDocument = (file: string) => /\.mdx?$/.test(file) && !file.startsWith("docs/images/");

function problemsIn(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ file, line, text }) =>
    phrases
      .filter(([pattern]) => pattern.test(text))
      .filter(() => !exceptions.some(([where, what]) => where === file && text.includes(what)))
      .map(([pattern, instead]) => `${file}:${line}: “${pattern.exec(text)?.[0] ?? ""}” → ${instead}: ${text.trim()}`),
  );
}

describe("plain English", () => {
  for (const folder of ["client/src", "server/src", "webview/src"])
    it(`is used in the strings of ${folder}`, () => {
      assert.deepEqual(problemsIn([...filesIn(folder)].filter(isSource).flatMap(textLines)), []);
    });

  it("is used in titles and settings", () => {
    assert.deepEqual(problemsIn(["package.nls.json", "package.json"].flatMap(textLines)), []);
  });

  it("is used in the documentation", () => {
    const documents = [
      "README.md",
      "CONTRIBUTING.md",
      "ARCHITECTURE.md",
      "CHANGELOG.md",
      ...filesIn("docs"),
      ...filesIn("bench/results"),
    ];
    assert.deepEqual(problemsIn(documents.filter(isDocument).flatMap(textLines)), []);
  });

  it("has only exceptions that are still necessary", () => {
    for (const [file, text] of exceptions)
      assert.ok(readFileSync(path.join(project, file), "utf8").includes(text), `${file}: ${text}`);
  });
});
