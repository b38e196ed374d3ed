import type { EnvelopePart } from "../core/request/protocol/relay-protocol.ts";
import { isRecord, listOf, type Plain, readPair, textOf } from "../core/request/protocol/request-schema.ts";
import { RelayFault } from "./relay-fault.ts";
import { checkHeaderValue, checkPartHeader } from "./request-headers.ts";

/** The body of an envelope. Marks of secrets may stand in texts. */
export type RequestBody =
  /** `isJson`: it was no text, so it is JSON whatever its headers say. */
  | { readonly kind: "text"; readonly text: string; readonly isJson: boolean }
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "file"; readonly fileRef: string }
  | { readonly kind: "parts"; readonly parts: readonly EnvelopePart[] };

/** Of a body that travels inside the envelope; files have no such limit. */
const largestInline = 10_000_000;
const mostParts = 1000;
const mostPartHeaders = 100;
/** Levels of parts inside parts. */
const deepestParts = 5;

/** Undefined where the envelope has none. Throws where it has two, or one that is none of these. */
export function readRequestBody(envelope: Plain): RequestBody | undefined {
  const given = ["body", "bodyBase64", "bodyFile", "multipart"].filter(
    (name) => envelope[name] !== undefined,
  );
  if (given.length > 1) throw malformed(`The request has two bodies: ${given.join(" and ")}.`);
  const { body, bodyBase64, bodyFile, multipart } = envelope;
  if (multipart !== undefined) return partsOf(multipart);
  if (bodyFile !== undefined) return { kind: "file", fileRef: fileRefOf(bodyFile) };
  if (bodyBase64 !== undefined) return { kind: "bytes", bytes: bytesOf(bodyBase64) };
  if (body === undefined) return undefined;
  const isJson = typeof body !== "string";
  const text = isJson ? jsonOf(body) : body;
  checkSize(Buffer.byteLength(text));
  return { kind: "text", text, isJson };
}

function jsonOf(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // A value with a circle in it, or one nested too deep.
  }
  throw malformed("The body cannot be written as JSON.");
}

function bytesOf(written: unknown): Buffer {
  const text = textOf(written, largestInline * 2);
  if (text === undefined)
    throw typeof written === "string" ? tooLarge() : malformed("`bodyBase64` is no text.");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw malformed("`bodyBase64` is no base64.");
  const bytes = Buffer.from(text, "base64");
  checkSize(bytes.length);
  return bytes;
}

function partsOf(written: unknown): RequestBody {
  const parts = readParts(written, 0);
  const all = parts && allParts(parts);
  if (!parts || !all || all.length > mostParts)
    throw malformed(`\`multipart\` is no list of at most ${mostParts} parts, each a value or a file.`);
  checkSize(all.reduce((sum, { value = "" }) => sum + Buffer.byteLength(value), 0));
  for (const { name, contentType, headers } of all) {
    if (contentType !== undefined) checkHeaderValue(`Content-Type of ${name ?? "a part"}`, contentType);
    for (const [header, text] of headers ?? []) checkPartHeader(header, text, name !== undefined);
  }
  return { kind: "parts", parts };
}

/** The parts and those inside them. */
export function allParts(parts: readonly EnvelopePart[]): readonly EnvelopePart[] {
  return parts.flatMap((part) => [part, ...allParts(part.multipart ?? [])]);
}

function readParts(written: unknown, depth: number): readonly EnvelopePart[] | undefined {
  return depth > deepestParts ? undefined : listOf(written, mostParts, (each) => partOf(each, depth));
}

function partOf(written: unknown, depth: number): EnvelopePart | undefined {
  if (!isRecord(written)) return undefined;
  const { name, value, fileRef, filename, contentType } = written;
  const headers =
    written["headers"] === undefined ? [] : listOf(written["headers"], mostPartHeaders, readPair);
  if (!headers) return undefined;
  const texts = [name, value, fileRef, filename, contentType];
  if (texts.some((text) => text !== undefined && typeof text !== "string")) return undefined;
  const multipart =
    written["multipart"] === undefined ? undefined : readParts(written["multipart"], depth + 1);
  // Inside a part the type says that there are parts.
  const isInside = /^multipart\/[\w.+-]+/i.test(typeof contentType === "string" ? contentType : "");
  if (written["multipart"] !== undefined && !(multipart && isInside)) return undefined;
  if ([value, fileRef, multipart].filter((each) => each !== undefined).length !== 1) return undefined;
  return {
    ...(typeof name === "string" && { name }),
    ...(multipart && { multipart }),
    ...(typeof value === "string" && { value }),
    ...(fileRef !== undefined && { fileRef: fileRefOf(fileRef) }),
    ...(typeof filename === "string" && { filename }),
    ...(typeof contentType === "string" && contentType !== "" && { contentType }),
    ...(headers.length > 0 && { headers }),
  };
}

function fileRefOf(written: unknown): string {
  const fileRef = textOf(written, 300);
  if (fileRef === undefined || fileRef === "")
    throw malformed("A file of the request has no name that is known here.");
  return fileRef;
}

function checkSize(bytes: number): void {
  if (bytes > largestInline) throw tooLarge();
}

function tooLarge(): RelayFault {
  return new RelayFault("too-large", {
    what: "The body is larger than 10 MB, more than what is sent as a text.",
  });
}

function malformed(what: string): RelayFault {
  return new RelayFault("malformed", { what });
}
