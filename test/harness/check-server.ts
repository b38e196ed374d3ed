import assert from "node:assert/strict";
import { checkResponse } from "../../server/src/core/request/response/check-response.ts";
import type { ResponseToCheck } from "../../server/src/core/request/protocol/playground-protocol.ts";
import type { ResponseCheck } from "../../server/src/core/request/response/response-check.ts";
import { buildResponseModel } from "../../server/src/core/spec/model/operation-model.ts";
import { specFilesOf } from "./spec-files-of.ts";

const matches = (pattern: string, text: string): boolean => new RegExp(pattern, "u").test(text);

/**
 * Validates the response to `GET /`, either against the given responses or against a JSON Schema for status
 * 200.
 */
export function startCheckServer(
  answer: Partial<ResponseToCheck> & { value?: unknown },
  messages: { responses: unknown } | { schema: unknown; components?: unknown },
  version = "3.1.0",
): ResponseCheck {
  const json = "schema" in messages ? { 200: { content: { "application/json": { schema: messages.schema } } } } : {};
  const responses = "responses" in messages ? messages.responses : json;
  const components = "components" in messages ? { components: messages.components } : {};
  const spec = JSON.stringify({ openapi: version, paths: { "/": { get: { responses } } }, ...components });
  const model = buildResponseModel(specFilesOf({ "api.json": spec }), { method: "GET", path: "/" });
  assert.ok(model);
  const { value, ...rest } = answer;
  const text = JSON.stringify(value);
  const result = checkResponse(model, { status: 200, type: "application/json", text, ...rest }, { matches });
  locations = result.mismatches.map(({ location: at }) => at && spec.slice(at.range.start, at.range.end));
  return result;
}

let locations: readonly (string | undefined)[] = [];

/** Returns the texts in the specification that the mismatches in the last response point to. */
export function getReportedLocations(): readonly (string | undefined)[] {
  return locations;
}

/** Returns each mismatch in the form `/a: is …`. A warning ends with `(warning)`. */
export function getReported(
  value: unknown,
  schema: unknown,
  version?: string,
  components?: unknown,
): readonly string[] {
  return startCheckServer({ value }, { schema, components }, version).mismatches.map(
    ({ pointer, text, isWarning }) => `${pointer}: ${text}${isWarning ? " (warning)" : ""}`,
  );
}
