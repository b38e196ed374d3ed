import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import { bareType } from "../form/initial-values.ts";
import type { MediaTypeForm, RequestForm } from "../form/request-form.ts";
import type { BodyValue, RequestValues } from "../form/request-values.ts";
import { isJsonType, jsonFault } from "../media/encoding.ts";
import { headerFault } from "../media/part-types.ts";
import { isJsonLines } from "../media/stream-items.ts";
import {
  type BuildContext,
  type BuiltBody,
  filledText,
  reportProblem,
  reportUnknownVariable,
} from "./build-context.ts";
import { buildUrlencoded } from "./form-urlencoded.ts";
import { buildParts, buildSequence } from "./multipart.ts";
import { fillJson } from "./variables.ts";

/**
 * Builds the body for a sequence of JSON values, one per line. For `json-seq`, each value has the prefix U+001E and
 * ends with a line feed (RFC 7464, section 2.1). Blank lines are skipped, and lines that aren't JSON are reported.
 * Returns undefined if there are no values.
 */
export function buildLines(
  building: BuildContext,
  place: string,
  type: string,
  text: string,
): string | undefined {
  const filled = fillJson(text, building.variables, (name) => reportUnknownVariable(building, place, name));
  if (filled.trim() === "") return undefined;
  // If the text already contains the separators, it's sent unchanged.
  if (filled.includes(sign)) return filled;
  const lines = filled.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const fault = line.trim() === "" ? undefined : jsonFault(line);
    if (!fault) continue;
    reportProblem(
      building,
      place,
      `Each line of the body must be a JSON value. Line ${i + 1}, column ${fault.column}: ${fault.text}`,
    );
    break;
  }
  if (!type.endsWith("seq")) return filled;
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => `${sign}${line}\n`)
    .join("");
}

const sign = "\u001e";

export interface TypedBody {
  readonly body: BuiltBody;
  /** The `Content-Type`. Undefined for multipart bodies, whose boundary the relay generates. */
  readonly type: string | undefined;
}

const place = "body";

/** Returns the request body, or undefined if there is none. */
export function buildBody(
  building: BuildContext,
  form: RequestForm,
  { body }: RequestValues,
): TypedBody | undefined {
  const media = form.body?.media.find(({ type }) => type === body?.type);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const built = body && bodyOf(building, media, body, models);
  if (!built && form.body?.required)
    reportProblem(building, place, "The API requires a body, but none is entered.");
  if (built && /^(?:GET|HEAD|TRACE)$/.test(form.method))
    reportProblem(building, place, `Many servers ignore the body of a ${form.method} request.`);
  return built;
}

function bodyOf(
  building: BuildContext,
  media: MediaTypeForm | undefined,
  body: BodyValue,
  models: HasSchemas,
): TypedBody | undefined {
  const { type } = body;
  switch (body.kind) {
    case "sequence": {
      const written = concreteType(building, type, "multipart/mixed");
      const sequence = {
        form: media?.sequence ?? { first: [], atLeast: 0, atMost: undefined, begins: 0 },
        items: body.items,
        type: written,
        place,
      };
      return {
        body: { kind: "parts", type: written, parts: buildSequence(building, sequence, models) },
        type: undefined,
      };
    }
    case "text":
      return textBody(building, media, body);
    case "file": {
      const { file } = body;
      return (
        file && {
          body: { kind: "file", fileRef: file.fileRef, name: file.name },
          type: concreteType(building, type.includes("*") ? file.type : type, "application/octet-stream"),
        }
      );
    }
    case "parts":
      return /^multipart\//i.test(type)
        ? {
            body: {
              kind: "parts",
              type: concreteType(building, type, "multipart/form-data"),
              parts: buildParts(building, media, body.parts, models),
            },
            type: undefined,
          }
        : {
            body: { kind: "text", text: buildUrlencoded(building, media, body.parts) },
            type: concreteType(building, type, "application/x-www-form-urlencoded"),
          };
  }
}

function textBody(
  building: BuildContext,
  media: MediaTypeForm | undefined,
  { type, text }: Extract<BodyValue, { kind: "text" }>,
): TypedBody | undefined {
  const bare = bareType(type);
  if (media?.kind === "lines" || (!media && isJsonLines(bare))) {
    const lines = buildLines(building, place, bare, text);
    return lines === undefined
      ? undefined
      : { body: { kind: "text", text: lines }, type: concreteType(building, type, "application/jsonl") };
  }
  const isJson = media?.kind === "json" || isJsonType(type);
  if (!isJson)
    return {
      body: { kind: "text", text: filledText(building, place, text) },
      type: concreteType(building, type, "text/plain"),
    };
  // An empty text isn't valid JSON, so no body is sent.
  if (text.trim() === "") return undefined;
  const filled = fillJson(text, building.variables, (name) => reportUnknownVariable(building, place, name));
  const fault = jsonFault(filled);
  if (fault)
    reportProblem(
      building,
      place,
      `The body isn't valid JSON. Line ${fault.line}, column ${fault.column}: ${fault.text}`,
    );
  return { body: { kind: "text", text: filled }, type: concreteType(building, type, "application/json") };
}

/** A range such as `image/*` describes the allowed types, not the actual type. */
function concreteType(building: BuildContext, type: string, instead: string): string {
  const chosen = type.includes("*") || type.trim() === "" ? instead : type;
  const fault = headerFault(chosen);
  if (fault === undefined) return chosen;
  reportProblem(building, place, `The media type of the body ${fault}`, true);
  return instead;
}
