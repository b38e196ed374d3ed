import type { BuiltPart, BuiltRequest, NamedText } from "../build/build-context.ts";
import { dispositionText } from "../build/nested-part.ts";

/** A request as code needs it: cookies are a header, headers of one name are one, as most libraries want them. */
export interface CodeRequest {
  readonly method: string;
  readonly url: string;
  /** In their order; `Cookie` among them. Of `parts` without their type, which names the boundary. */
  readonly headers: readonly NamedText[];
  /** As `headers`, but of one name each; values of several in their order with commas between (RFC 9110, section 5.3). */
  readonly joined: readonly NamedText[];
  readonly body: CodeBody | undefined;
}

export type CodeBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly name: string }
  | {
      readonly kind: "parts";
      /** `multipart/form-data` */ readonly type: string;
      readonly parts: readonly CodePart[];
    };

export interface CodePart {
  /** Absent: a part by its place, of which no `Content-Disposition` is made. */
  readonly name?: string;
  /** The text of the part, the file that it is of, or the parts inside it. */
  readonly value?: string;
  readonly filename?: string;
  readonly parts?: readonly CodePart[];
  readonly contentType?: string;
  /** Each name once. */
  readonly headers?: readonly NamedText[];
}

/** The request as its code is made of. */
export function codeRequest({ method, url, headers, cookies, body }: BuiltRequest): CodeRequest {
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  const own = body?.kind === "parts" ? headers.filter(([name]) => !/^content-type$/i.test(name)) : headers;
  const all: readonly NamedText[] = cookie === "" ? own : [...own, ["Cookie", cookie]];
  return { method, url, headers: all, joined: joinedHeaders(all), body: body && codeBody(body) };
}

function codeBody(body: NonNullable<BuiltRequest["body"]>): CodeBody {
  switch (body.kind) {
    case "text":
      return body;
    case "file":
      return { kind: "file", name: fileName(body.name) };
    case "parts":
      return { kind: "parts", type: body.type || "multipart/form-data", parts: body.parts.map(codePart) };
  }
}

function codePart(part: BuiltPart): CodePart {
  const { name, contentType, headers = [] } = part;
  const more = {
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
    ...(headers.length > 0 && { headers: joinedHeaders(headers) }),
  };
  switch (part.kind) {
    case "value":
      return { value: part.value, ...more };
    case "parts":
      return { parts: part.parts.map(codePart), ...more };
    case "file":
      return { filename: fileName(part.filename), contentType: "application/octet-stream", ...more };
  }
}

/** No folders: only what a file is called is known here, and a receiver must not be led out of its own (RFC 7578, 4.2). */
function fileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  return base === "" || base === "." || base === ".." ? "file" : base;
}

function joinedHeaders(headers: readonly NamedText[]): readonly NamedText[] {
  const joined = new Map<string, NamedText>();
  for (const [name, value] of headers) {
    const known = joined.get(name.toLowerCase());
    const separator = name.toLowerCase() === "cookie" ? "; " : ", ";
    joined.set(name.toLowerCase(), known ? [known[0], `${known[1]}${separator}${value}`] : [name, value]);
  }
  return [...joined.values()];
}

export type RawPiece = { readonly text: string } | { readonly file: string };

/** The header that names the boundary of `multipartPieces`. */
export function multipartHeader(type: string): NamedText {
  return ["Content-Type", `${type}; boundary=${boundary}`];
}

/**
 * A multipart body in its pieces, for languages whose libraries cannot say all of it: texts with their line ends, and
 * files by name. The boundary is `boundary`.
 */
export function multipartPieces(parts: readonly CodePart[]): readonly RawPiece[] {
  return piecesWith(parts, boundary, 1);
}

function piecesWith(parts: readonly CodePart[], own: string, depth: number): readonly RawPiece[] {
  const pieces = parts.flatMap(({ name, value, filename, parts: inside, ...part }): RawPiece[] => {
    const { contentType, headers = [] } = part;
    // None begins with another, else its lines would end the parts around it (RFC 2046, section 5.1.2).
    const inner = `docwright-inside-${depth}-d41f9c27`;
    const called = name === undefined ? "" : `Content-Disposition: ${disposition(name, filename)}\r\n`;
    const typed = inside ? `${contentType ?? "multipart/mixed"}; boundary=${inner}` : contentType;
    const type = typed === undefined ? "" : `Content-Type: ${typed}\r\n`;
    const more = headers.map(([header, text]) => `${header}: ${text}\r\n`).join("");
    const head = `--${own}\r\n${called}${type}${more}\r\n`;
    if (inside) return [{ text: head }, ...piecesWith(inside, inner, depth + 1), { text: "\r\n" }];
    return filename === undefined
      ? [{ text: `${head}${value ?? ""}\r\n` }]
      : [{ text: head }, { file: filename }, { text: "\r\n" }];
  });
  return [...pieces, { text: `--${own}--\r\n` }];
}

/** No text that anybody sends has this in it at the start of a line. */
const boundary = "docwright-boundary-d41f9c27";

/** `form-data; name="a"; filename="b.png"` */
export function disposition(name: string, filename: string | undefined): string {
  const called = filename === undefined ? "" : `; filename="${dispositionText(filename)}"`;
  return `form-data; name="${dispositionText(name)}"${called}`;
}

/** Whether parts have places instead of names, or parts inside them, which libraries that make forms do not know. */
export function isByPlace(parts: readonly CodePart[]): boolean {
  return parts.some(({ name, parts: inside }) => name === undefined || inside !== undefined);
}

/** Whether forms as every library makes them say less: texts with a type of their own, headers, line ends, other multipart types. */
export function isMoreThanForm(type: string, parts: readonly CodePart[]): boolean {
  return (
    type !== "multipart/form-data" ||
    isByPlace(parts) ||
    parts.some(({ name = "", value, contentType, headers }) => {
      const isTyped = value !== undefined && contentType !== undefined;
      return isTyped || headers !== undefined || /[\r\n]/.test(name + (value ?? ""));
    })
  );
}

/** A language that samples are written in. */
export interface CodeLanguage {
  /** `cURL` */
  readonly label: string;
  /** For colours: `bash`. */
  readonly lang: string;
  /** Undefined where the language's usual library cannot send it. */
  readonly print: (request: CodeRequest) => string | undefined;
}

/** The lines of a list, each with this in front; nothing for an empty list. */
export function indented(lines: readonly string[], by: string): string {
  return lines.map((line) => `${by}${line}\n`).join("");
}

/** Whether a path has `.` or `..` between slashes, which many clients take out before they send it. */
export function hasDotSegment(url: string): boolean {
  return /\/(\.|%2e){1,2}(?=\/|$)/i.test((url.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z]+:\/\/[^/]*/i, ""));
}
