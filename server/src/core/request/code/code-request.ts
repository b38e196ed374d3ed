import type { BuiltPart, BuiltRequest, NameValuePair } from "../build/build-context.ts";
import { escapeDispositionName } from "../build/nested-part.ts";

/** A request in the form that code samples are generated from. Its cookies are in a `Cookie` header. */
export interface CodeRequest {
  readonly method: string;
  readonly url: string;
  /**
   * The headers in order, including `Cookie`. If the body is `parts`, `Content-Type` is left out, because its value
   * contains the boundary.
   */
  readonly headers: readonly NameValuePair[];
  /**
   * The same headers, but with unique names, for libraries that can't repeat a header. Headers with the same name are
   * joined in order with commas (RFC 9110, section 5.3).
   */
  readonly joinedHeaders: readonly NameValuePair[];
  readonly body: CodeBody | undefined;
}

export type CodeBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly name: string }
  | {
      readonly kind: "parts";
      /** The media type of the body, such as `multipart/form-data`. */
      readonly type: string;
      readonly parts: readonly CodePart[];
    };

export interface CodePart {
  /** The part's name. Undefined for a part that is identified by position, which has no `Content-Disposition`. */
  readonly name?: string;
  /** The part's text. Undefined if the part is a file (`filename`) or contains nested parts (`parts`). */
  readonly value?: string;
  readonly filename?: string;
  readonly parts?: readonly CodePart[];
  readonly contentType?: string;
  /** Headers with unique names. */
  readonly headers?: readonly NameValuePair[];
}

/** Converts a request to the form that code samples are generated from. */
export function toCodeRequest({ method, url, headers, cookies, body }: BuiltRequest): CodeRequest {
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  const baseHeaders = body?.kind === "parts" ? headers.filter(([name]) => !/^content-type$/i.test(name)) : headers;
  const allHeaders: readonly NameValuePair[] = cookie === "" ? baseHeaders : [...baseHeaders, ["Cookie", cookie]];
  return { method, url, headers: allHeaders, joinedHeaders: joinHeaders(allHeaders), body: body && toCodeBody(body) };
}

function toCodeBody(body: NonNullable<BuiltRequest["body"]>): CodeBody {
  switch (body.kind) {
    case "text":
      return body;
    case "file":
      return { kind: "file", name: getBaseName(body.name) };
    case "parts":
      return { kind: "parts", type: body.type || "multipart/form-data", parts: body.parts.map(toCodePart) };
  }
}

function toCodePart(part: BuiltPart): CodePart {
  const { name, contentType, headers = [] } = part;
  const optionalFields = {
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
    ...(headers.length > 0 && { headers: joinHeaders(headers) }),
  };
  switch (part.kind) {
    case "value":
      return { value: part.value, ...optionalFields };
    case "parts":
      return { parts: part.parts.map(toCodePart), ...optionalFields };
    case "file":
      return { filename: getBaseName(part.filename), contentType: "application/octet-stream", ...optionalFields };
  }
}

/**
 * Returns the base name of a file, because a receiver could use a path to write outside its own folder (RFC 7578,
 * section 4.2).
 */
function getBaseName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  return base === "" || base === "." || base === ".." ? "file" : base;
}

function joinHeaders(headers: readonly NameValuePair[]): readonly NameValuePair[] {
  const headersByName = new Map<string, NameValuePair>();
  for (const [name, value] of headers) {
    const header = headersByName.get(name.toLowerCase());
    const separator = name.toLowerCase() === "cookie" ? "; " : ", ";
    headersByName.set(name.toLowerCase(), header ? [header[0], `${header[1]}${separator}${value}`] : [name, value]);
  }
  return [...headersByName.values()];
}

/** The HTTP methods that have their own function or class in most client libraries. */
export const commonMethods: ReadonlySet<string> = new Set("GET POST PUT PATCH DELETE HEAD OPTIONS".split(" "));

/** Returns the code for a request's body, or an empty list if the request has no body. */
export function printBody(
  body: CodeBody | undefined,
  printers: {
    readonly printText: (text: string) => readonly string[];
    readonly printFile: (name: string) => readonly string[];
    readonly printParts: (parts: readonly CodePart[], mediaType: string) => readonly string[];
  },
): readonly string[] {
  switch (body?.kind) {
    case "text":
      return printers.printText(body.text);
    case "file":
      return printers.printFile(body.name);
    case "parts":
      return printers.printParts(body.parts, body.type);
    case undefined:
      return [];
  }
}

/** Returns the `Content-Type` header with the boundary that `printMultipart` uses. */
export function createMultipartHeader(mediaType: string): NameValuePair {
  return ["Content-Type", `${mediaType}; boundary=${boundary}`];
}

/** Adds the `Content-Type` of a multipart body to the headers if the generated code writes the parts itself. */
export function addMultipartHeader(
  headers: readonly NameValuePair[],
  body: CodeBody | undefined,
  writesParts = true,
): readonly NameValuePair[] {
  return body?.kind === "parts" && writesParts ? [...headers, createMultipartHeader(body.type)] : headers;
}

type RawChunk = { readonly text: string } | { readonly file: string };

/**
 * Returns the code for a multipart body as chunks, for languages whose libraries don't support everything in it. Each
 * chunk is the code for text (including line endings) or for a file, which is identified by its name.
 */
export function printMultipart<Code = string>(
  parts: readonly CodePart[],
  printText: (text: string) => Code,
  printFile: (name: string, index: number) => Code,
): readonly Code[] {
  return createChunks(parts, boundary, 1).map((chunk, i) =>
    "text" in chunk ? printText(chunk.text) : printFile(chunk.file, i),
  );
}

function createChunks(parts: readonly CodePart[], currentBoundary: string, depth: number): readonly RawChunk[] {
  const chunks = parts.flatMap(({ name, value, filename, parts: innerParts, ...part }): RawChunk[] => {
    const { contentType, headers = [] } = part;
    // An inner boundary can't start with an outer one. Otherwise, its lines would end the enclosing parts (RFC 2046,
    // section 5.1.2).
    const innerBoundary = `docwright-inside-${depth}-d41f9c27`;
    const dispositionLine = name === undefined ? "" : `Content-Disposition: ${formatDisposition(name, filename)}\r\n`;
    const contentTypeText = innerParts ? `${contentType ?? "multipart/mixed"}; boundary=${innerBoundary}` : contentType;
    const contentTypeLine = contentTypeText === undefined ? "" : `Content-Type: ${contentTypeText}\r\n`;
    const headerText = headers.map(([header, text]) => `${header}: ${text}\r\n`).join("");
    const head = `--${currentBoundary}\r\n${dispositionLine}${contentTypeLine}${headerText}\r\n`;
    if (innerParts) return [{ text: head }, ...createChunks(innerParts, innerBoundary, depth + 1), { text: "\r\n" }];
    return filename === undefined
      ? [{ text: `${head}${value ?? ""}\r\n` }]
      : [{ text: head }, { file: filename }, { text: "\r\n" }];
  });
  return [...chunks, { text: `--${currentBoundary}--\r\n` }];
}

/** A boundary that is unlikely to occur at the start of a line in real content. */
const boundary = "docwright-boundary-d41f9c27";

/** Returns a `Content-Disposition` value, such as `form-data; name="a"; filename="b.png"`. */
export function formatDisposition(name: string, filename: string | undefined): string {
  const filenameParameter = filename === undefined ? "" : `; filename="${escapeDispositionName(filename)}"`;
  return `form-data; name="${escapeDispositionName(name)}"${filenameParameter}`;
}

/** Whether any part is identified by position or contains nested parts. Form libraries support neither. */
export function hasPositionalOrNestedParts(parts: readonly CodePart[]): boolean {
  return parts.some(({ name, parts: innerParts }) => name === undefined || innerParts !== undefined);
}

/**
 * Whether form libraries don't support the body: its type isn't `multipart/form-data`, or it contains parts identified
 * by position, nested parts, strings with their own type, custom headers, or line breaks in names or strings.
 */
export function isUnsupportedByFormLibraries(mediaType: string, parts: readonly CodePart[]): boolean {
  return (
    mediaType !== "multipart/form-data" ||
    hasPositionalOrNestedParts(parts) ||
    parts.some(({ name = "", value, contentType, headers }) => {
      const hasContentType = value !== undefined && contentType !== undefined;
      return hasContentType || headers !== undefined || /[\r\n]/.test(name + (value ?? ""));
    })
  );
}

export interface CodeLanguage {
  /** The language's name for readers, such as `cURL`. */
  readonly label: string;
  /** The language for syntax highlighting, such as `bash`. */
  readonly lang: string;
  /** Returns the code, or undefined if the language's usual library can't send the request. */
  readonly print: (request: CodeRequest) => string | undefined;
}

/** Indents each line and joins the lines. Returns an empty string if there are no lines. */
export function indentLines(lines: readonly string[], indentation: string): string {
  return lines.map((line) => `${indentation}${line}\n`).join("");
}

/** Whether a path has a `.` or `..` segment, which many clients remove before sending. */
export function hasDotSegment(url: string): boolean {
  return /\/(\.|%2e){1,2}(?=\/|$)/i.test((url.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z]+:\/\/[^/]*/i, ""));
}
