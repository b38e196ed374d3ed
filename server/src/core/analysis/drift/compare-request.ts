import type { SampleRequest } from "../../page/samples/read-curl.ts";
import type { OperationModel, ParameterModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { PhraseText } from "../../text/phrase.ts";
import { findNearestNames } from "../../text/similarity.ts";
import { readSampleUrl } from "./called-operations.ts";
import { compareValue, withoutEchoes } from "./compare-value.ts";
import type { Drift } from "./page-drift.ts";
import { getSchemaShape } from "./schema-shape.ts";

/** Compares a sample request with the operation it calls: query, headers, and JSON body. */
export function compareRequest(
  request: SampleRequest,
  operation: OperationModel,
  models: SpecModels,
): readonly Drift[] {
  return [
    ...withoutEchoes(compareQuery(request, operation, models)),
    ...missingHeaders(request, operation),
    ...compareBody(request, operation, models),
  ];
}

function compareQuery(request: SampleRequest, operation: OperationModel, models: SpecModels): Drift[] {
  const url = readSampleUrl(request.url);
  if (!url) return [];
  const own = operation.parameters.filter((parameter) => parameter.in === "query");
  const isOpen = operation.parameters.some(
    (parameter) =>
      parameter.in === "querystring" || (parameter.in === "query" && takesAnyName(parameter, models)),
  );
  const names = new Set(own.map(({ name }) => plainName(name)));
  const used = [...url.query, ...request.query];
  const secrets = new Set(operation.security.flat().map(({ scheme }) => scheme?.["name"]));
  const drifts: Drift[] = [];
  for (const { name, range } of isOpen ? [] : used) {
    if (names.has(plainName(name)) || secrets.has(name) || /[<{$]/.test(name)) continue;
    const nearest = findNearestNames(
      name,
      own.map((parameter) => parameter.name),
    );
    drifts.push({
      kind: "unknown-field",
      range,
      name,
      holder: "the query string",
      direction: "request",
      ...(nearest !== undefined && { near: nearest }),
      at: operation.at,
      cure: nearest === undefined ? undefined : { kind: "replace", range, text: nearest },
    });
  }
  // A query such as `?${params}` or `"…?" + new URLSearchParams(…)` may contain more parameters than can be read.
  if (request.url.isOpen && (used.length === 0 || used.some(({ name }) => name.includes("$")))) return drifts;
  const present = new Set(used.map(({ name }) => plainName(name)));
  for (const parameter of own)
    if (parameter.required && !parameter.deprecated && !present.has(plainName(parameter.name)))
      drifts.push(lacking(parameter, request.url.range, "the query string"));
  return drifts;
}

/** Returns the parameter name without brackets: `filter` for `filter[name]`, and `tags` for `tags[]`. */
function plainName(name: string): string {
  const bracket = name.indexOf("[");
  return bracket > 0 ? name.slice(0, bracket) : name;
}

/** Whether the parameter is an object that is serialized as one parameter for each of its fields. */
function takesAnyName({ schema, style, explode }: ParameterModel, models: SpecModels): boolean {
  const shape = schema && getSchemaShape(schema, models);
  if (!schema || !shape) return true;
  return (
    (shape.types?.has("object") ?? shape.properties.size > 0) && style !== "deepObject" && explode !== false
  );
}

/** Headers that a client sets automatically or that come from authentication. OpenAPI ignores them as parameters. */
const ownHeaders = new Set(["accept", "content-type", "authorization"]);

function missingHeaders(request: SampleRequest, operation: OperationModel): Drift[] {
  const present = new Set(request.headers.map(({ name }) => name.toLowerCase()));
  return operation.parameters
    .filter((parameter) => parameter.in === "header" && parameter.required && !parameter.deprecated)
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()) && !present.has(name.toLowerCase()))
    .map((parameter) => lacking(parameter, request.url.range, "the request headers"));
}

function lacking(parameter: ParameterModel, range: Drift["range"], holder: PhraseText): Drift {
  const { name, at } = parameter;
  return {
    kind: "missing-field",
    range,
    name,
    holder,
    direction: "request",
    at,
    cure: undefined,
  };
}

function compareBody(
  request: SampleRequest,
  operation: OperationModel,
  models: SpecModels,
): readonly Drift[] {
  const schema = operation.body?.content.find(({ type }) => /json/i.test(type))?.schema;
  if (!request.body || !schema || !operation.body) return [];
  const part = { schema, direction: "request", holder: "the request body", at: operation.body.at } as const;
  return compareValue(request.body, part, models, request.hasOpenBody);
}
