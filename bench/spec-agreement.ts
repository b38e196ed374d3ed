import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createJsonDocument } from "../server/src/core/spec/validity/validate-in-steps.ts";
import { readWholeSpec } from "../server/src/core/spec/read-spec.ts";
import { mutate, createRandom, type RandomNumber } from "../test/harness/mutate-document.ts";
import { loadValidators, type Validate } from "./spec-agreement/independent-validators.ts";
import { validateWithDocwright } from "./spec-agreement/validate-with-docwright.ts";
import { readArguments } from "../tools/read-arguments.ts";

interface Case {
  readonly name: string;
  readonly document: unknown;
}

/** The maximum size of a document. For larger documents, the other validators take several seconds each. */
const maxMutatedSize = 300_000;

async function main(): Promise<void> {
  const {
    positionals: [corpus = "", count = "200", seed = "1"],
  } = readArguments({
    help: `Usage: node --import tsx bench/spec-agreement.ts CORPUS [COUNT [SEED]]

Compares Docwright's validation of specifications with that of independent
validators: on the files in the folder CORPUS, on COUNT of them with one error
each (default: 200), and on a third as many that are labeled OpenAPI 3.2. SEED
is the seed for the random numbers (default: 1).

Options:
  --help  show this help`,
    options: {},
    count: { min: 1, max: 3 },
  });
  const validators = await loadValidators();
  const own = await listSpecs(corpus);
  report("the corpus as it is", await getResults(own, validators));
  const random = createRandom(Number(seed));
  const small = own.filter(({ document }) => JSON.stringify(document).length <= maxMutatedSize);
  report("with one error each", await getResults(createMutants(small, Number(count), random), validators));
  // OpenAPI 3.2 documents haven't been published yet, but almost everything that is valid in 3.1 is valid in 3.2.
  const newer = small.flatMap(({ name, document }): Case[] =>
    isOpenapi31(document) ? [{ name, document: { ...document, openapi: "3.2.0" } }] : [],
  );
  const newerMutants = createMutants(newer, Math.ceil(Number(count) / 3), random);
  report("OpenAPI 3.1 labeled 3.2, with one error each", await getResults(newerMutants, validators));
}

function createMutants(originals: readonly Case[], count: number, random: RandomNumber): Case[] {
  return Array.from({ length: count }, (_, index): Case => {
    const original = originals[index % originals.length];
    const { document, what } = mutate(original?.document, random);
    return { name: `${original?.name ?? ""}: ${what}`, document };
  });
}

function isOpenapi31(document: unknown): document is object {
  return (
    typeof document === "object" &&
    document !== null &&
    "openapi" in document &&
    String(document.openapi).startsWith("3.1")
  );
}

interface ValidationResult {
  readonly name: string;
  readonly ours: readonly string[] | undefined;
  readonly others: ReadonlyMap<string, boolean>;
}

async function getResults(
  cases: readonly Case[],
  validators: ReadonlyMap<string, Validate>,
): Promise<ValidationResult[]> {
  const results: ValidationResult[] = [];
  for (const { name, document } of cases) {
    const text = JSON.stringify(document, null, 2);
    const others = new Map<string, boolean>();
    for (const [validator, validate] of validators) {
      const isValid = await validate(document, text).catch(() => false);
      if (isValid !== undefined) others.set(validator, isValid);
    }
    results.push({ name, ours: await validateWithDocwright(text), others });
  }
  return results;
}

/**
 * For each pair of validators, prints how often Docwright agrees with both validators if they agree with each other.
 * Also prints every case in which Docwright disagrees with them.
 */
function report(title: string, results: readonly ValidationResult[]): void {
  console.log(`\n## ${title}: ${results.length} documents`);
  const pairs = new Map<string, { agreed: number; withUs: number }>();
  for (const { ours, others } of results) {
    const names = [...others.keys()];
    for (const [i, a] of names.entries())
      for (const b of names.slice(i + 1)) {
        const isOtherValid = others.get(a);
        if (isOtherValid !== others.get(b)) continue;
        const pair = pairs.get(`${a} and ${b}`) ?? { agreed: 0, withUs: 0 };
        pair.agreed++;
        if ((ours?.length === 0) === isOtherValid) pair.withUs++;
        pairs.set(`${a} and ${b}`, pair);
      }
  }
  for (const [pair, { agreed, withUs }] of pairs)
    console.log(`${pair}: ${withUs} of ${agreed} agreements match Docwright`);
  const invalid = results.filter(({ ours }) => ours?.length !== 0).length;
  console.log(`ours: ${invalid} invalid, ${results.length - invalid} valid`);
  for (const { name, ours, others } of results) {
    const isValid = ours?.length === 0;
    const against = [...others].filter(([, result]) => result !== isValid).map(([validator]) => validator);
    if (against.length < 2) continue;
    const withUs = [...others.keys()].filter((validator) => !against.includes(validator));
    console.log(
      `- ${name}: ours ${isValid ? "valid" : (ours ?? ["no result"]).slice(0, 2).join("; ")}; against: ${against.join(", ")}; with us: ${withUs.join(", ") || "none"}`,
    );
  }
}

async function listSpecs(folder: string): Promise<Case[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(json|ya?ml)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const cases: Case[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    const specification = /["']?(openapi|asyncapi)["']?\s*:/.test(text.slice(0, 20_000))
      ? readWholeSpec(file, text, () => undefined)
      : undefined;
    const tree = specification?.files.getTree(file);
    const document = specification?.outline.isSupported && tree && !tree.error ? createJsonDocument(tree) : undefined;
    if (document !== undefined) cases.push({ name: path.relative(folder, file), document });
  }
  return cases;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
