import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import { makeSite } from "../make-site.ts";

/** An error that an author could make. It replaces text without changing the number of lines. */
export interface Fault {
  readonly what: string;
  readonly file: string;
  /** Matches the text at every position where the fault can be injected. */
  readonly at: RegExp;
  readonly replacement: string;
  /** Whether the edit isn't a fault, so no tool reports it. */
  readonly isHarmless?: boolean;
}

const page = "tab-0/group-0/page-2.mdx";
const specification = "api/large.yaml";

/** The faults that an edit injects and removes while the time is measured. Every compared tool reports them. */
export const timedFaults = {
  config: createFault("Number instead of a text", "docs.json", /"Chapter \d+"/g, "7"),
  page: createFault("Expression that isn’t closed", page, /(?<=[a-z]\. )[A-Z]/g, "{"),
  specification: createFault("Number instead of a type", specification, /(?<=type: )string/g, "7"),
} as const satisfies Readonly<Record<string, Fault>>;

/** Edits that aren't faults, such as a character in a sentence. */
export const harmlessEdits: Readonly<Record<keyof typeof timedFaults, Fault>> = {
  config: createHarmless("Character in a name", "docs.json", /(?<="Chapter )\d/g, "x"),
  page: createHarmless("Character in a sentence", page, /(?<=[a-z]\. )[A-Z]/g, "X"),
  specification: createHarmless("Character in a summary", specification, /(?<=summary: )Get/g, "Xet"),
};

/** The faults whose findings are compared, one at a time. */
export const comparedFaults: readonly Fault[] = [
  timedFaults.config,
  createFault("Value that isn’t allowed", "docs.json", /"mint"/g, '"mintt"'),
  createFault("Color that isn’t valid", "docs.json", /#16803c/g, "green"),
  createFault("Missing comma", "docs.json", /"book",/g, '"book"'),
  createFault("Missing page in the navigation", "docs.json", /tab-0\/group-0\/page-3/g, "tab-0/group-0/page-33"),
  createFault("Missing name of a group", "docs.json", /"group": "Chapter \d+",/g, ""),
  timedFaults.page,
  createFault("Element that isn’t closed", page, /<\/Card>/g, ""),
  createFault("Incomplete import", page, /import Note from/g, "import { from"),
  createFault("Link to a missing page", page, /(?<=\]\()\/tab-[^)#]+/g, "/tab-0/no-page"),
  createFault("Missing image", page, /<Note \/>/g, "![Nest](/images/nest.png)"),
  createFault("Missing snippet", page, /\/snippets\/note\.mdx/g, "/snippets/other.mdx"),
  createFault("Frontmatter that isn’t valid YAML", page, /title: "Page 2"/g, 'title: "Page 2'),
  timedFaults.specification,
  createFault("Missing description of a response", specification, /description: Good/g, "summary: Good"),
  createFault("Unknown location of a parameter", specification, /(?<=in: )query/g, "body"),
  createFault("Unknown field of an operation", specification, /operationId:/g, "operation:"),
  createFault("Wrong indentation", specification, /(?<=\n) {6}summary:/g, "     summary:"),
];

function createHarmless(what: string, file: string, at: RegExp, replacement: string): Fault {
  return { what, file, at, replacement, isHarmless: true };
}

function createFault(what: string, file: string, at: RegExp, replacement: string): Fault {
  return { what, file, at, replacement };
}

export interface TextLocation {
  readonly line: number;
  readonly character: number;
  readonly offset: number;
  readonly length: number;
}

/** Returns the positions at which a fault can be injected, spread over the text. */
export function findLocations({ at }: Fault, text: string, count: number): readonly TextLocation[] {
  const all = [...text.matchAll(at)];
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => {
    const match = all[(i * 7919) % all.length];
    const offset = match?.index ?? 0;
    const lines = text.slice(0, offset).split("\n");
    return {
      line: lines.length - 1,
      character: lines.at(-1)?.length ?? 0,
      offset,
      length: match?.[0].length ?? 0,
    };
  });
}

export function inject({ replacement }: Fault, text: string, { offset, length }: TextLocation): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}

/**
 * Writes the generated site without its own problems, and with another specification of this number of operations. A
 * specification of 300 kB has about 500.
 */
export function makeCleanSite(folder: string, pages: number, operations: number): void {
  makeSite(folder, pages);
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
  edit("docs.json", (text) => text.replace(/,\s*"no-such-page"/, "").replace("api/nests.yaml", specification));
  edit("tab-0/group-0/page-1.mdx", (text) => text.replace("boost: -1\n", ""));
  writeFileSync(join(folder, specification), createYamlSpec(operations));
}

/** Injects a fault into a site, and returns its line from 0. */
export function injectIntoSite(site: string, one: Fault): number {
  const path = join(site, one.file);
  const text = readFileSync(path, "utf8");
  const [place] = findLocations(one, text, 1);
  if (!place) throw new Error(`${one.file} contains no position for the fault “${one.what}”.`);
  writeFileSync(path, inject(one, text, place));
  return place.line;
}

function createYamlSpec(operations: number): string {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, i) => [
      `/nests/${i}/{nest}`,
      {
        get: {
          summary: `Get nest ${i}`,
          operationId: `getNest${i}`,
          tags: [`Cliff ${i % 9}`],
          parameters: [
            { name: "nest", in: "path", required: true, schema: { type: "string" } },
            { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
          ],
          responses: {
            200: {
              description: "Good",
              content: { "application/json": { schema: { $ref: `#/components/schemas/Nest${i % 50}` } } },
            },
          },
        },
      },
    ]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      `Nest${i}`,
      { type: "object", properties: { id: { type: "string" }, eggs: { type: "integer" } } },
    ]),
  );
  return dump({
    openapi: "3.0.3",
    info: { title: "Nests", version: "1.0.0" },
    servers: [{ url: "https://api.kestrel.example" }],
    paths,
    components: { schemas },
  });
}
