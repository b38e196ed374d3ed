import type { BuiltPart, BuiltRequest, NamedText } from "../built-request.ts";

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
  readonly name: string;
  /** The text of the part, or the file that it is of. */
  readonly value?: string;
  readonly filename?: string;
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
  const more = headers.length > 0 ? { headers: joinedHeaders(headers) } : {};
  const type = contentType === undefined ? more : { contentType, ...more };
  return part.kind === "value"
    ? { name, value: part.value, ...type }
    : { name, filename: fileName(part.filename), contentType: "application/octet-stream", ...type };
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
  const pieces = parts.flatMap(({ name, value, filename, contentType, headers = [] }): RawPiece[] => {
    const type = contentType === undefined ? "" : `Content-Type: ${contentType}\r\n`;
    const more = headers.map(([header, text]) => `${header}: ${text}\r\n`).join("");
    const head = `--${boundary}\r\nContent-Disposition: ${disposition(name, filename)}\r\n${type}${more}\r\n`;
    return filename === undefined
      ? [{ text: `${head}${value ?? ""}\r\n` }]
      : [{ text: head }, { file: filename }, { text: "\r\n" }];
  });
  return [...pieces, { text: `--${boundary}--\r\n` }];
}

/** No text that anybody sends has this in it at the start of a line. */
const boundary = "docwright-boundary-d41f9c27";

/** `form-data; name="a"; filename="b.png"` */
export function disposition(name: string, filename: string | undefined): string {
  const called = filename === undefined ? "" : `; filename="${dispositionText(filename)}"`;
  return `form-data; name="${dispositionText(name)}"${called}`;
}

/** As browsers write names there (HTML, “multipart/form-data encoding algorithm”). */
function dispositionText(text: string): string {
  return text.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}

/** Whether forms as every library makes them say less: texts with a type of their own, headers, line ends, other multipart types. */
export function isMoreThanForm(type: string, parts: readonly CodePart[]): boolean {
  return (
    type !== "multipart/form-data" ||
    parts.some(({ name, value, contentType, headers }) => {
      const isTyped = value !== undefined && contentType !== undefined;
      return isTyped || headers !== undefined || /[\r\n]/.test(name + (value ?? ""));
    })
  );
}
