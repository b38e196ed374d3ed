import type { SitePath, TextRange } from "../../server/src/core/text/text-edit.ts";

/**
 * A small site in a single text. `//- guides/start.mdx` starts a file, `[|` and `|]` mark ranges, and `$0` marks the
 * cursor. The marks are removed. A text without file headers is a single file. If the text starts with a brace, the
 * file is docs.json. If it doesn't, the file is page.mdx, and a docs.json that lists page.mdx is added.
 */
export interface Fixture {
  readonly files: ReadonlyMap<SitePath, string>;
  readonly marks: readonly { readonly file: SitePath; readonly range: TextRange }[];
  readonly cursor: { readonly file: SitePath; readonly offset: number } | undefined;
}

const header = /^\/\/- (\S.*)$/;

export function parseFixture(text: string): Fixture {
  const files = new Map<SitePath, string>();
  const marks: { file: SitePath; range: TextRange }[] = [];
  let cursor: Fixture["cursor"];
  for (const [path, marked] of splitFiles(text)) {
    const { plain, ranges, offset } = takeMarks(marked);
    files.set(path, plain);
    for (const range of ranges) marks.push({ file: path, range });
    if (offset !== undefined) cursor = { file: path, offset };
  }
  return { files, marks, cursor };
}

function splitFiles(text: string): Map<SitePath, string> {
  const lines = text.replace(/^\n/, "").split("\n");
  if (!lines.some((line) => header.test(line))) return singleFile(text.replace(/^\n/, ""));
  const files = new Map<SitePath, string>();
  let current: { path: SitePath; lines: string[] } | undefined;
  const finish = () => current && files.set(current.path, current.lines.join("\n"));
  for (const line of lines) {
    const path = header.exec(line)?.[1];
    if (path !== undefined) {
      finish();
      current = { path: path.trim(), lines: [] };
    } else current?.lines.push(line);
  }
  finish();
  return files;
}

function singleFile(text: string): Map<SitePath, string> {
  if (/^\s*[{[]/.test(text.replace(/^\s*(\[\||\$0)/, ""))) return new Map([["docs.json", text]]);
  return new Map([
    ["docs.json", '{ "navigation": { "pages": ["page"] } }'],
    ["page.mdx", text],
  ]);
}

function takeMarks(marked: string): { plain: string; ranges: TextRange[]; offset: number | undefined } {
  let plain = "";
  let offset: number | undefined;
  const open: number[] = [];
  const ranges: TextRange[] = [];
  for (const part of marked.split(/(\[\||\|\]|\$0)/)) {
    if (part === "[|") open.push(plain.length);
    else if (part === "|]") {
      const start = open.pop();
      if (start === undefined) throw new Error("fixture: |] without [|");
      ranges.push({ start, end: plain.length });
    } else if (part === "$0") offset = plain.length;
    else plain += part;
  }
  if (open.length > 0) throw new Error("fixture: [| without |]");
  return { plain, ranges: ranges.sort((a, b) => a.start - b.start), offset };
}
