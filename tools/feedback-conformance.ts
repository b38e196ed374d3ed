import { readArguments } from "./read-arguments.ts";
import { readFileSync } from "node:fs";
import { schemaChecks } from "../sample/services/api/schema-checks.ts";
import { readSpecification, type Dict } from "../sample/services/api/specification.ts";
import { startFeedbackService } from "../sample/services/feedback/start-feedback-service.ts";

const paths = [
  "/v1/analytics/{projectId}/feedback",
  "/v1/analytics/{projectId}/feedback/by-page",
  "/v1/analytics/{projectId}/views",
  "/v1/analytics/{projectId}/searches",
  "/v1/analytics/{projectId}/assistant",
] as const;

async function main(file: string): Promise<boolean> {
  const published = JSON.parse(readFileSync(file, "utf8")) as Dict;
  const ownDocument = readSpecification("../services/feedback/analytics.openapi.yaml").document;
  const differences = paths.flatMap((path) => listDifferences(path, published, ownDocument));
  const { asked: requestCount, faults } = await checkResponses(published);
  for (const line of [...differences, ...faults]) console.log(line);
  console.log(
    `${paths.length} operations, ${differences.length} differences in parameters; ${requestCount} answers, ${faults.length} not as published.`,
  );
  return differences.length + faults.length === 0;
}

/** Returns the differences between the parameters that two documents define for a path. */
function listDifferences(path: string, published: Dict, ownSchema: Dict): readonly string[] {
  const [theirs, ours] = [mapParameters(published, path), mapParameters(ownSchema, path)];
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((name) =>
    theirs.get(name) === ours.get(name)
      ? []
      : [`${path}: ${name} is ${theirs.get(name) ?? "unknown"} as published, ${ours.get(name) ?? "unknown"} here`],
  );
}

function mapParameters(document: Dict, path: string): ReadonlyMap<string, string> {
  const operation = getAt(document, ["paths", path, "get"]);
  const list = operation["parameters"] as readonly Dict[];
  return new Map(
    list.map((writtenParameter) => {
      const parameter = followReference(document, writtenParameter);
      const schema = followReference(document, parameter["schema"] as Dict);
      const { type, minimum, maximum, enum: values } = schema;
      // The page size can only be an integer, but the published document declares a number.
      const kind = type === "integer" ? "number" : type;
      const messages = [
        parameter["in"],
        parameter["required"] === true,
        kind,
        minimum,
        maximum,
        schema["default"],
        values,
      ];
      return [String(parameter["name"]), JSON.stringify(messages)];
    }),
  );
}

function followReference(document: Dict, value: Dict): Dict {
  const reference = value["$ref"];
  return typeof reference === "string" ? getAt(document, reference.slice(2).split("/")) : value;
}

function getAt(document: Dict, keys: readonly string[]): Dict {
  return keys.reduce((value, key) => (value[key] ?? {}) as Dict, document);
}

/** Sends all kinds of requests and validates the responses against the published schemas. */
async function checkResponses(
  published: Dict,
): Promise<{ readonly asked: number; readonly faults: readonly string[] }> {
  const check = schemaChecks(published);
  const service = await startFeedbackService();
  const faults: string[] = [];
  let requestCount = 0;
  const sendRequest = async (path: (typeof paths)[number], query: string): Promise<Dict> => {
    const requestPath = path.replace("{projectId}", service.projectId);
    const headers = { Authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.baseUrl}${requestPath}?${query}`, { headers });
    const pointer = path.replaceAll("/", "~1");
    const schema = `/paths/${pointer}/get/responses/${response.status}/content/application~1json/schema`;
    const body = (await response.json()) as Dict;
    requestCount++;
    for (const { at: place, message } of check(schema, body))
      faults.push(`${response.status} ${path}?${query}: ${place} ${message}`);
    return body;
  };
  try {
    for (const path of paths) {
      for (const source of ["", ...sources])
        for (const status of ["", ...statuses, statuses.join(",")])
          for (const period of ["", "dateFrom=2026-09-01&dateTo=2026-10-01T12:00:00Z"])
            await sendRequest(
              path,
              [source && `source=${source}`, status && `status=${status}`, period].filter(Boolean).join("&"),
            );
      for (const invalidQuery of ["limit=0", "limit=x", "source=x", "status=x", "dateFrom=x"])
        await sendRequest(path, invalidQuery);
    }
    for (let cursor: unknown = ""; typeof cursor === "string";)
      cursor = (await sendRequest(paths[0], `limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`))["nextCursor"];
  } finally {
    await service.stop();
  }
  return { asked: requestCount, faults };
}

const sources = ["code_snippet", "contextual", "agent", "thumbs_only"];
const statuses = ["pending", "in_progress", "resolved", "dismissed"];

const { positionals } = readArguments({
  help: `Usage: node --import tsx tools/feedback-conformance.ts DOCUMENT

Compares the sample's feedback service with a published document of the analytics API, which isn't part of the project: every parameter and field that either of them defines, and several hundred responses.`,
  options: {},
  count: { min: 1, max: 1 },
});

main(positionals[0] ?? "").then(
  (isSame) => process.exit(isSame ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
