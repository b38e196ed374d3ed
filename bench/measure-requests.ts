import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildRequest } from "../server/src/core/request/build/build-request.ts";
import { generateCodeSamples } from "../server/src/core/request/code/code-samples.ts";
import { createInitialValues } from "../server/src/core/request/form/initial-values.ts";
import {
  defaultFormSettings,
  createRequestForm,
  type RequestForm,
} from "../server/src/core/request/form/request-form.ts";
import { createEnvelope } from "../server/src/core/request/protocol/relay-protocol.ts";
import { readOperationModel } from "../server/src/core/spec/model/operation-model.ts";
import { readJsonTree } from "../server/src/core/spec/parse-json.ts";
import { outlineSpec } from "../server/src/core/spec/spec-outline.ts";
import { createSpecFiles } from "../server/src/core/spec/spec-tree.ts";
import { getSpecFiles } from "./spec-files.ts";

const maxCount = 50;

/**
 * Yields the times for converting every operation in GitHub's specification to a form, initial values, a request, and
 * code samples in the default languages, once with default settings and once with examples filled in.
 */
export function* measureRequests(): Generator<string, void> {
  const files = getSpecFiles();
  if (!files) {
    yield "| (not measured: npm couldn't fetch @octokit/openapi) | | | | |";
    return;
  }
  const tree = readJsonTree(files.whole, readFileSync(join(files.root, files.whole), "utf8"));
  const spec = createSpecFiles(files.whole, tree);
  const { operations } = outlineSpec("openapi", spec, []);
  for (const prefills of [false, true]) {
    const steps = {
      form: [] as number[],
      request: [] as number[],
      samples: [] as number[],
      whole: [] as number[],
    };
    const sizes: number[] = [];
    const wrong: string[] = [];
    for (const requestedOperation of operations) {
      const fullOperation = readOperationModel(spec, requestedOperation);
      if (!fullOperation) continue;
      const times = [performance.now()];
      const form = createRequestForm({ kind: "operation", ...fullOperation, settings: { ...defaultFormSettings, prefillsExamples: prefills }, auth: { method: undefined, name: undefined } }); // prettier-ignore
      times.push(performance.now());
      const fault = findRequestFault(form);
      times.push(performance.now());
      const samples = generateCodeSamples(fault.request, undefined);
      times.push(performance.now());
      const [begin = 0, formTime = 0, built = 0, end = 0] = times;
      steps.form.push(formTime - begin);
      steps.request.push(built - formTime);
      steps.samples.push(end - built);
      steps.whole.push(end - begin);
      sizes.push(JSON.stringify(form).length / 1000);
      if (fault.text !== undefined || samples.length === 0)
        wrong.push(`${requestedOperation.method} ${requestedOperation.path}: ${fault.text ?? "no samples"}`);
    }
    const name = prefills ? "GitHub, filled in with examples" : "GitHub";
    yield formatRow(name, "Form: p95", steps.form);
    yield formatRow(name, "Initial values, request, and envelope: p95", steps.request);
    yield formatRow(name, "Code samples in the seven default languages: p95", steps.samples);
    yield formatRow(name, "All: p95", steps.whole, String(maxCount));
    yield formatRow(name, "Size of the form sent to the webview, kB: p95", sizes);
    yield `| ${name} | Operations without a request that can be sent | ${wrong.length} of ${operations.length} | ${wrong.slice(0, 3).join("; ")} | 0 |`;
  }
}

/**
 * Fills in every required parameter that has no initial value, and returns the problem that still prevents the request
 * from being sent.
 */
function findRequestFault(form: RequestForm) {
  const values = createInitialValues(form);
  const parameters = Object.fromEntries(
    Object.entries(values.parameters).map(([key, parameterValue]) => [
      key,
      parameterValue.sent && parameterValue.value === undefined ? { ...parameterValue, value: "x" } : parameterValue,
    ]),
  );
  const { request, problems } = buildRequest(form, { ...values, parameters });
  JSON.stringify(createEnvelope(request));
  const stopping = problems.find(({ isBlocking: stops }) => stops)?.text;
  return { request, text: stopping ?? (URL.canParse(request.url) ? undefined : `no URL: ${request.url}`) };
}

function formatRow(name: string, what: string, values: readonly number[], limit = ""): string {
  const sorted = [...values].sort((a, b) => a - b);
  const getQuantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `| ${name} | ${what} | ${getQuantile(0.95).toFixed(1)} | ${getQuantile(1).toFixed(1)} | ${limit} |`;
}
