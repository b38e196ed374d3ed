import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { EditResult } from "./edit-session.ts";
import { comparedFaults, harmlessEdits, inject, findLocations } from "./faults.ts";

interface Service {
  readonly configure: (settings: object) => void;
  readonly parseJSONDocument: (document: TextDocument) => unknown;
  readonly doValidation: (
    document: TextDocument,
    json: unknown,
  ) => PromiseLike<readonly { readonly range: { readonly start: { readonly line: number } } }[]>;
}

interface Library {
  readonly getLanguageService: (options: object) => Service;
}

// The script `json-session.cjs MODULES SCHEMA FILE COUNT FAULT…`, which compare-edits.ts bundles. The library has no
// separate server, so it parses and validates the text in this process.
const [, , modules = "", schemaPath = "", file = "", count = "", ...faults] = process.argv;

void main().then((results) => process.stdout.write(JSON.stringify(results)));

async function main(): Promise<readonly EditResult[]> {
  const load = createRequire(`${modules}/`);
  const { getLanguageService } = load("vscode-json-languageservice") as Library;
  const schema = readFileSync(schemaPath, "utf8");
  const service = getLanguageService({ schemaRequestService: () => Promise.resolve(schema) });
  // The schema in `$schema` is always the given one, so nothing is downloaded.
  service.configure({ validate: true });
  const text = readFileSync(file, "utf8");
  let version = 0;
  const listLines = async (changed: string): Promise<readonly number[]> => {
    const document = TextDocument.create("file:///docs.json", "json", ++version, changed);
    const problems = await service.doValidation(document, service.parseJSONDocument(document));
    return problems.map(({ range }) => range.start.line);
  };
  const clean = new Set(await listLines(text));
  const results: EditResult[] = [];
  const knownFaults = [...comparedFaults, ...Object.values(harmlessEdits)];
  for (const what of faults) {
    const fault = knownFaults.find((one) => one.what === what);
    if (!fault) throw new Error(`Unknown fault ${what}.`);
    const times: number[] = [];
    let lineNumbers: readonly number[] = [];
    const before = process.cpuUsage();
    for (const place of findLocations(fault, text, Number(count)))
      for (const changed of [inject(fault, text, place), text]) {
        const begin = performance.now();
        const now = await listLines(changed);
        times.push(performance.now() - begin);
        if (times.length === 1) lineNumbers = now.filter((line) => !clean.has(line));
      }
    const { user, system } = process.cpuUsage(before);
    const memory = process.resourceUsage().maxRSS / 1024;
    results.push({ fault: fault.what, times, lines: lineNumbers, cpu: (user + system) / 1000, memory });
  }
  return results;
}
