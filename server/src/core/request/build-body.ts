import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { isJsonLines } from "./answer/stream-items.ts";
import { filledText, tell, tellUnknownVariable, type Building } from "./building.ts";
import type { BuiltBody } from "./built-request.ts";
import { buildLines } from "./build-lines.ts";
import { buildSequence } from "./build-sequence.ts";
import { buildParts } from "./build-parts.ts";
import { buildUrlencoded } from "./build-urlencoded.ts";
import { bareType } from "./example-text.ts";
import { fillJson } from "./fill-variables.ts";
import { headerFault } from "./header-fault.ts";
import { isJsonType } from "./json-text.ts";
import { jsonFault } from "./json-fault.ts";
import type { MediaForm, RequestForm } from "./request-form.ts";
import type { BodyValue, RequestValues } from "./request-values.ts";

export interface TypedBody {
  readonly body: BuiltBody;
  /** For `Content-Type`; undefined for parts, whose boundary the relay makes. */
  readonly type: string | undefined;
}

const place = "body";

/** The body as it is sent; undefined where none is. */
export function buildBody(
  building: Building,
  form: RequestForm,
  { body }: RequestValues,
): TypedBody | undefined {
  const media = form.body?.media.find(({ type }) => type === body?.type);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const built = body && bodyOf(building, media, body, models);
  if (!built && form.body?.required) tell(building, place, "The API asks for a body, and none is filled in.");
  if (built && /^(?:GET|HEAD|TRACE)$/.test(form.method))
    tell(building, place, `Many servers ignore the body of a ${form.method} request.`);
  return built;
}

function bodyOf(
  building: Building,
  media: MediaForm | undefined,
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
  building: Building,
  media: MediaForm | undefined,
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
  // Nothing is no JSON: nothing is sent.
  if (text.trim() === "") return undefined;
  const filled = fillJson(text, building.variables, (name) => tellUnknownVariable(building, place, name));
  const fault = jsonFault(filled);
  if (fault)
    tell(
      building,
      place,
      `The body is not valid JSON: line ${fault.line}, column ${fault.column}: ${fault.text}`,
    );
  return { body: { kind: "text", text: filled }, type: concreteType(building, type, "application/json") };
}

/** A range such as `image/*` says what may be sent, not what is. */
function concreteType(building: Building, type: string, instead: string): string {
  const chosen = type.includes("*") || type.trim() === "" ? instead : type;
  const fault = headerFault(chosen);
  if (fault === undefined) return chosen;
  tell(building, place, `The type of the body ${fault}`, true);
  return instead;
}
