import type { BuiltRequest } from "../build/build-context.ts";
import { type CodePart, codeRequest, type CodeRequest, hasDotSegment } from "./code-request.ts";
import { joinCode, type CodeText, commandPrompt, posixShell, type Shell, written } from "./code-writer.ts";

/**
 * The request as a `curl` command for a shell of Unix (`posix`) or the command prompt of Windows (`cmd`). Secrets are
 * variables of the environment, files are named as they are called. Headers are `-H`, a text is `--data-raw`, so that
 * nothing in it means anything to curl.
 */
export function asCurl(request: BuiltRequest, shell: "posix" | "cmd" = "posix"): string {
  return generateCurl(codeRequest(request), shell === "cmd" ? commandPrompt : posixShell);
}

/** As `asCurl`, for a request whose cookies are a header. */
export function generateCurl(request: CodeRequest, shell: Shell = posixShell): string {
  const { url, headers, body } = request;
  const options = [
    ...methodWords(request),
    ...(/[[\]{}]/.test(url) ? [["--globoff"]] : []),
    ...(hasDotSegment(url) ? [["--path-as-is"]] : []),
    ...headers.map(([name, value]) => headerWords(name, value)),
    ...bodyWords(body, headers),
  ];
  const lines = [["curl", url], ...options].map((words) =>
    words.map((word) => wordOf(word, shell)).join(" "),
  );
  return lines.join(shell.nextLine);
}

/** One that is not plain is quoted. */
function wordOf(word: string, { quoted, writing }: Shell): string {
  const pieces: CodeText = joinCode(word);
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === "string" && /^[\w@:/.,=+-]+$/.test(first)) return first;
  return quoted(written(pieces, writing));
}

/** What curl does by itself is not said. */
function methodWords({ method, body }: CodeRequest): string[][] {
  if (method === "HEAD") return [["--head"]];
  return method === (body ? "POST" : "GET") ? [] : [["-X", method]];
}

function headerWords(name: string, value: string): string[] {
  const basic = /^Basic \{\{base64:((?:\{\{[^{}]*\}\}|[^{}])*)\}\}$/.exec(value);
  if (basic?.[1] !== undefined && name.toLowerCase() === "authorization") return ["-u", decoded(basic[1])];
  // A colon with nothing behind it would take the header out.
  return ["-H", value === "" ? `${name};` : `${name}: ${value}`];
}

/** Inside base64 what is not plain is percent-encoded (`secret-placeholders.ts`). */
function decoded(inside: string): string {
  return inside.replace(/\{\{[^{}]*\}\}|[^{}]+/g, (piece) => {
    if (piece.startsWith("{{")) return piece;
    try {
      return decodeURIComponent(piece);
    } catch {
      return piece;
    }
  });
}

function bodyWords(body: CodeRequest["body"], headers: CodeRequest["headers"]): string[][] {
  if (!body) return [];
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  // Else curl calls it a form.
  const noType = hasType ? [] : [["-H", "Content-Type:"]];
  switch (body.kind) {
    case "text":
      return [...noType, ["--data-raw", body.text]];
    case "file":
      return [...noType, ["--data-binary", `@${body.name}`]];
    case "parts": {
      const type = body.type === "multipart/form-data" ? [] : [["-H", `Content-Type: ${body.type}`]];
      return [...type, ...body.parts.flatMap(partWords)];
    }
  }
}

/** To curl a name ends at the first `=`, and what is behind it may be a file of this machine. */
function partWords(part: CodePart): string[][] {
  const { name: written = "", value, filename, parts, contentType, headers = [] } = part;
  const name = written.replaceAll("=", "%3D");
  const more = headers.map(([header, text]) => `;headers=${inQuotes(`${header}: ${text}`)}`).join("");
  const type = contentType === undefined ? undefined : plainType(contentType);
  if (parts) {
    const begin = `${name}=(;type=${type ?? "multipart/mixed"}${more}`;
    return [["-F", begin], ...parts.flatMap(partWords), ["-F", "=)"]];
  }
  const typed = type === undefined ? "" : `;type=${type}`;
  if (filename !== undefined) {
    // With `<` it is the content of a file that nobody is told the name of.
    const file =
      part.name === undefined
        ? `=<${inQuotes(filename)}`
        : `${name}=@${inQuotes(filename)};filename=${inQuotes(filename)}`;
    return [["-F", `${file}${typed === "" ? ";type=application/octet-stream" : typed}${more}`]];
  }
  return typed + more === ""
    ? [["--form-string", `${name}=${value ?? ""}`]]
    : [["-F", `${name}=${inQuotes(value ?? "")}${typed}${more}`]];
}

const essence = String.raw`[\w.!#$&^+-]+/[\w.!#$&^+-]+`;
const harmless = String.raw`\s*;\s*(?!(?:filename|headers|encoder|type)\s*=)[\w.!#$&^+-]+=(?:[^;,"\s]+|"[^";,\\]*")`;
const wholeType = new RegExp(`^${essence}(?:${harmless})*$`, "i");

/**
 * A media type in which nothing means anything to curl: behind a comma it reads another file, and `headers=@file` is one
 * more. Without its parameters where they are of that kind; undefined for what is no type at all.
 */
function plainType(contentType: string): string | undefined {
  const [bare = ""] = contentType.split(/[;,]/);
  const found = wholeType.test(contentType) ? contentType : bare.trim();
  return wholeType.test(found) ? found : undefined;
}

/** For curl itself: what stands in these quotes is text. */
function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
