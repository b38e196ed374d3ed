import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { createNodeDisk } from "../server/src/workspace/files/node-disk.ts";
import { ResponseValidator } from "../server/src/workspace/playground/response-validator.ts";
import { SpecService } from "../server/src/workspace/specs/spec-service.ts";
import { runFeedbackCheck } from "./prism/feedback-at-prism.ts";
import { installPrism } from "./prism/install-prism.ts";
import { startPrism } from "./prism/prism-process.ts";
import { createRequestValidator } from "./prism/second-opinion.ts";
import { byType, relayTo, tryOperation, type OperationResult } from "./prism/tried-operation.ts";
import { readArguments } from "../tools/read-arguments.ts";

async function main(): Promise<void> {
  const { values, positionals: files } = readArguments({
    help: `Usage: npm run bench:prism -- SPECIFICATION… | --feedback DOCUMENT

For each operation of these files, fills in the form like a user, sends the
request through the relay to Prism, which validates it against the
specification, and validates Prism's response. Prints a row for each file, and
the differences. Prism (@stoplight/prism-cli) is installed into the cache.

Options:
  --feedback DOCUMENT  run the test cases of the feedback client against Prism,
                       with a document of the analytics API
  --help               show this help`,
    options: { feedback: { type: "string" } },
    count: { min: 0 },
  });
  if (values.feedback !== undefined) return checkFeedback(values.feedback);
  if (files.length === 0) throw new Error("Specify at least one specification.");
  const entry = await installPrism();
  const rows: string[] = [];
  for (const file of files) {
    const tried = await tryFile(entry, path.resolve(file));
    rows.push(formatRow(path.basename(file), tried));
    for (const { name, outcome, reason, detail } of tried)
      if (outcome !== "valid") console.log(`${outcome}  ${name}  ${reason}  ${detail.replace(/\s+/g, " ")}`);
  }
  console.log(
    "\n| Specification | Operations | Valid responses | Share | Valid on a later attempt | Only status and media type checked | Other operations by reason |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const row of rows) console.log(row);
}

async function checkFeedback(document: string): Promise<void> {
  const failed = await runFeedbackCheck(document);
  if (failed > 0) throw new Error(`${failed} cases failed.`);
}

async function tryFile(entry: string, file: string): Promise<readonly OperationResult[]> {
  const from = { disk: createNodeDisk(path.dirname(file)) };
  const specs = new SpecService();
  const checker = new ResponseValidator(specs);
  const prism = await startPrism(entry, file);
  const relay = relayTo(prism.url);
  try {
    const spec = (await specs.read(from, path.basename(file)))?.outline;
    if (!spec) throw new Error(`${file} isn't a specification.`);
    const operations = spec.operations.map(({ method, path: address }) => ({
      method,
      path: address,
      isWebhook: false,
    }));
    const models = (await specs.analyze(from, spec, { checksValidity: false, operations }))?.models;
    if (!models) throw new Error(`${file} can't be read.`);
    const opinion = createRequestValidator(load(readFileSync(file, "utf8")) as Record<string, unknown>);
    const tried: OperationResult[] = [];
    for (const operation of models.operations.values())
      tried.push(
        await tryOperation(operation, {
          url: prism.url,
          models,
          relay,
          check: (of, answer) => checker.check(from, spec, of, answer),
          opinion,
        }),
      );
    return tried;
  } finally {
    await Promise.all([relay.dispose(), checker.end(), specs.end(), prism.stop()]);
  }
}

function formatRow(name: string, tried: readonly OperationResult[]): string {
  const generated = tried.filter(({ outcome }) => outcome === "valid-anew").length;
  const typed = tried.filter(({ reason }) => reason === byType).length;
  const other = tried.filter(({ outcome }) => outcome === "not-valid");
  const valid = tried.length - other.length;
  const reasons = new Map<string, number>();
  for (const { reason } of other) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const reported = [...reasons].map(([reason, count]) => `${count} × ${reason}`).join(", ");
  const share = `${((100 * valid) / tried.length).toFixed(1)} %`;
  return `| ${name} | ${tried.length} | ${valid} | ${share} | ${generated} | ${typed} | ${reported} |`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
