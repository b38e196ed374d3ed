import { filledText, tell, tellUnknownVariable, type Building } from "./building.ts";
import type { BuiltBody } from "./built-request.ts";
import { buildParts } from "./build-parts.ts";
import { buildUrlencoded } from "./build-urlencoded.ts";
import { fillJson } from "./fill-variables.ts";
import { headerFault } from "./header-fault.ts";
import { jsonFault } from "./json-fault.ts";
import type { MediaForm, RequestForm } from "./request-form.ts";
import type { BodyValue, RequestValues } from "./request-values.ts";

export interface BuiltBodyWithType {
  readonly body: BuiltBody;
  /** For `Content-Type`; undefined for parts, whose boundary the relay makes. */
  readonly type: string | undefined;
}

const place = "body";

/** The body as it is sent; undefined where none is. */
export function buildBody(
  building: Building,
  { body: form }: RequestForm,
  { body: value }: RequestValues,
): BuiltBodyWithType | undefined {
  if (!value) {
    if (form?.required) tell(building, place, "The API asks for a body, and none is sent.");
    return undefined;
  }
  const media = form?.media.find(({ type }) => type === value.type);
  switch (value.kind) {
    case "text":
      return textBody(building, media, value);
    case "file":
      if (!value.file) {
        tell(building, place, "No file is chosen. Choose the one to send.", true);
        return undefined;
      }
      return {
        body: { kind: "file", fileRef: value.file.fileRef, name: value.file.name },
        type: concreteType(building, value.type, value.file.type || "application/octet-stream"),
      };
    case "parts":
      if (/^multipart\//i.test(value.type))
        return { body: buildParts(building, media, value), type: undefined };
      return {
        body: { kind: "text", text: buildUrlencoded(building, media, value.parts) },
        type: concreteType(building, value.type, "application/x-www-form-urlencoded"),
      };
  }
}

function textBody(
  building: Building,
  media: MediaForm | undefined,
  { type, text }: Extract<BodyValue, { kind: "text" }>,
): BuiltBodyWithType {
  const isJson = media?.kind === "json" || /[/+]json\b/i.test(type);
  if (!isJson)
    return {
      body: { kind: "text", text: filledText(building, place, text) },
      type: concreteType(building, type, "text/plain"),
    };
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
