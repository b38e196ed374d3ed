import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { readOperationModel } from "../server/src/core/spec/model/operation-model.ts";
import { outlineSpec } from "../server/src/core/spec/spec-outline.ts";
import { readJsonTree } from "../server/src/core/spec/parse-json.ts";
import { readYamlTree } from "../server/src/core/spec/parse-yaml.ts";
import { createSpecFiles } from "../server/src/core/spec/spec-tree.ts";
import { readArguments } from "../tools/read-arguments.ts";

const {
  positionals: [path = ""],
} = readArguments({
  help: `Usage: node --import tsx bench/measure-models.ts FILE

Measures the time to build the model of one operation from the parsed file, for
every operation in a specification. On a machine with other load, use the CPU
time.

Options:
  --help  show this help`,
  options: {},
  count: { min: 1, max: 1 },
});
const text = readFileSync(path, "utf8");
const isJson = extname(path) === ".json";
const tree = isJson ? readJsonTree(path, text) : readYamlTree(text);
const files = createSpecFiles("api", tree);
const outline = outlineSpec("openapi", files, []);
const all = [...outline.operations, ...outline.webhooks.map((operation) => ({ ...operation, isWebhook: true }))];

for (const run of ["first", "second"]) {
  const times: { readonly milliseconds: number; readonly name: string; readonly schemas: number }[] = [];
  const processor: number[] = [];
  let cut = 0;
  let missingCount = 0;
  for (const requestedOperation of all) {
    const before = process.cpuUsage();
    const start = performance.now();
    const model = readOperationModel(files, requestedOperation);
    times.push({
      milliseconds: performance.now() - start,
      name: `${requestedOperation.method} ${requestedOperation.path}`,
      schemas: model?.schemas.size ?? 0,
    });
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
    if (!model) missingCount++;
    if (model?.operation.isTruncated) cut++;
  }
  times.sort((a, b) => a.milliseconds - b.milliseconds);
  const getQuantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const timeTexts = [0.5, 0.95, 0.99, 1].map(
    (share) => `p${share * 100} ${getQuantile(share)?.milliseconds.toFixed(2)} ms`,
  );
  processor.sort((a, b) => a - b);
  const processorTime = processor[Math.floor(processor.length * 0.95)]?.toFixed(2);
  const slowest = times.at(-1);
  process.stdout.write(
    `${run} run, ${all.length} operations: ${timeTexts.join(", ")} (p95 of the processor ${processorTime} ms); slowest ${slowest?.name} (${slowest?.schemas} schemas); ` +
      `${cut} cut, ${missingCount} without a model; most schemas ${Math.max(...times.map(({ schemas }) => schemas))}\n`,
  );
}
