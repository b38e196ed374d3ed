import { readArguments } from "./read-arguments.ts";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkFolder } from "../server/src/cli/check/check-site.ts";
import type { CheckResult } from "../server/src/cli/check/check-result.ts";
import { readIndependently } from "../test/proofs/independent-reading.ts";

interface FixtureCase {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly expect: string;
}

/** Cases whose only problem isn't detected yet, mapped to the corresponding issue. */
const waiting: ReadonlyMap<string, string> = new Map();

const tally = { right: 0, wrong: 0, waiting: 0, unspecified: 0 };
const { positionals } = readArguments({
  help: `Usage: node --import tsx tools/fixture-check.ts FOLDER

Checks the single-fault fixtures in FOLDER under --profile mintlify: a \`fault\` case must have an error or a warning, and a \`clean\` case must have neither. Prints every case that fails with its problems. FOLDER contains docs-json-cases.json and site-cases.json.`,
  options: {},
  count: { min: 1, max: 1 },
});
void main(positionals[0] ?? "");

async function main(folder: string): Promise<void> {
  const cases = [
    ...listConfigCases(readCases(join(folder, "docs-json-cases.json"))),
    ...listSiteCases(readCases(join(folder, "site-cases.json"))),
  ];
  for (const one of cases) report(one, await check(one));
  const { right, wrong, unspecified } = tally;
  console.log(`\n${right} as expected, ${wrong} not, ${tally.waiting} waiting, ${unspecified} unspecified`);
  process.exitCode = wrong > 0 ? 1 : 0;
}

function report({ name, expect }: FixtureCase, { problems, counts }: CheckResult): void {
  const state = counts.error + counts.warning > 0 ? "fault" : "clean";
  const reported = problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ severity, code, file, message }) => `    ${severity} ${code} ${file}: ${message}`)
    .join("\n");
  const reason = waiting.get(name);
  if (expect === "unspecified") {
    tally.unspecified++;
    console.log(`unspecified ${name}: ${state}\n${reported}`);
  } else if (state === expect) {
    tally.right++;
    if (reason) console.log(`no longer waiting for ${reason}: ${name}`);
  } else if (reason && expect === "fault") {
    tally.waiting++;
    console.log(`waiting for ${reason}: ${name}`);
  } else {
    tally.wrong++;
    console.log(`NOT AS EXPECTED ${name}: is ${state}, expected ${expect}\n${reported}`);
  }
}

async function check({ files }: FixtureCase): Promise<CheckResult> {
  const root = mkdtempSync(join(tmpdir(), "docwright-fixture-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await checkFolder(root, "mintlify", () => undefined);
  } finally {
    rmSync(root, { recursive: true });
  }
}

type Cases = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function readCases(path: string): Cases {
  return (JSON.parse(readFileSync(path, "utf8")) as { cases: Cases }).cases;
}

/** Returns the cases that consist of a docs.json and the pages that it lists, as the fixtures' README requires. */
function listConfigCases(all: Cases): FixtureCase[] {
  return Object.entries(all).map(([name, { input, expect }]) => {
    const files = new Map([["docs.json", `${JSON.stringify(input, undefined, 2)}\n`]]);
    for (const { kind, name: entry } of readIndependently((path) => files.get(path)))
      if (kind === "entry" && /^[\w/.-]+$/.test(entry))
        files.set(entry.endsWith(".mdx") ? entry : `${entry}.mdx`, `---\ntitle: "${entry}"\n---\n\nText.\n`);
    return { name, files, expect: String(expect) };
  });
}

function listSiteCases(all: Cases): FixtureCase[] {
  return Object.entries(all).map(([name, { site, expect }]) => ({
    name,
    expect: String(expect),
    files: new Map(
      Object.entries(site as Record<string, unknown>).map(([path, content]) => [
        path,
        typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`,
      ]),
    ),
  }));
}
