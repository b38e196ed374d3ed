import { filledText, filledValue, tell, type Building } from "./building.ts";
import type { BuiltBody, BuiltPart } from "./built-request.ts";
import { deepPairs } from "./deep-pairs.ts";
import { headerFault } from "./header-fault.ts";
import { isRecord, ownOf } from "./plain-record.ts";
import { jsonTextOf, plainTextOf } from "./plain-text-of.ts";
import type { MediaForm, PartEncoding } from "./request-form.ts";
import type { BodyValue, ChosenFile, PartValue } from "./request-values.ts";

const mostParts = 10_000;

/** The parts of a multipart body: each member of a list by itself, objects as JSON (OpenAPI, “multipart Media Types”). */
export function buildParts(
  building: Building,
  media: MediaForm | undefined,
  { type, parts }: Extract<BodyValue, { kind: "parts" }>,
): BuiltBody {
  const built: BuiltPart[] = [];
  for (const part of parts) {
    const { name, sent } = part;
    const place = `body ${name}`;
    const isRequired = media?.fields.find((field) => field.name === name)?.required ?? false;
    if (!sent && !isRequired) continue;
    const encoding = ownOf(media?.encoding, name);
    const own = part.contentType?.trim() ? filledText(building, place, part.contentType.trim()) : undefined;
    const fault = own === undefined ? undefined : headerFault(own);
    if (fault !== undefined) tell(building, place, `The type of \`${name}\` ${fault}`, true);
    const type_ = fault === undefined ? own : undefined;
    const found =
      part.value.kind === "files"
        ? part.value.files.map((file) => filePart(name, file, type_, encoding))
        : valueParts(name, filledValue(building, place, part.value.value), type_, encoding);
    if (isRequired && found.length === 0) tell(building, place, missing(part));
    built.push(...found.slice(0, mostParts - built.length));
  }
  return { kind: "parts", type: type.includes("*") ? "multipart/form-data" : type, parts: built };
}

function missing({ name, value }: PartValue): string {
  return value.kind === "files"
    ? `\`${name}\` is required, and no file is chosen for it.`
    : `\`${name}\` is required and has no value.`;
}

function filePart(
  name: string,
  { fileRef, name: filename, type }: ChosenFile,
  own: string | undefined,
  encoding: PartEncoding | undefined,
): BuiltPart {
  const contentType = own ?? fittingType(type, encoding?.contentType);
  return { kind: "file", name, fileRef, filename, ...(contentType !== "" && { contentType }) };
}

/** `contentType` may list types and ranges: the file's own where it is among them, else the first that names one. */
function fittingType(type: string, allowed: string | undefined): string {
  const listed = (allowed ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const isAllowed = listed.length === 0 || listed.some((each) => covers(each, type));
  if (type !== "" && isAllowed) return type;
  return listed.find((each) => !each.includes("*")) ?? type;
}

function covers(range: string, type: string): boolean {
  const [bare = ""] = type.split(";");
  if (range === "*/*" || range.toLowerCase() === bare.toLowerCase()) return true;
  return range.endsWith("/*") && bare.toLowerCase().startsWith(range.slice(0, -1).toLowerCase());
}

function valueParts(
  name: string,
  value: unknown,
  own: string | undefined,
  encoding: PartEncoding | undefined,
): BuiltPart[] {
  if (encoding?.style === "deepObject" && typeof value === "object")
    return deepPairs(name, value).map(([key, text]) => ({ kind: "value", name: key, value: text }));
  const declared = own ?? fittingType("", encoding?.contentType);
  const one = (each: unknown): BuiltPart[] => {
    const isJson = typeof each === "object" || /[/+]json\b/i.test(declared);
    const text = isJson && typeof each !== "string" ? jsonTextOf(each) : plainTextOf(each);
    if (each === null || text === undefined) return [];
    const contentType = declared || (isRecord(each) || Array.isArray(each) ? "application/json" : "");
    return [{ kind: "value", name, value: text, ...(contentType !== "" && { contentType }) }];
  };
  return Array.isArray(value) ? value.flatMap(one) : one(value);
}
