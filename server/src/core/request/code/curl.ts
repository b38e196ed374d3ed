import { decodePercent } from "../../text/decode-text.ts";
import type { BuiltRequest } from "../build/build-context.ts";
import { type CodePart, toCodeRequest, type CodeRequest, hasDotSegment } from "./code-request.ts";
import { toCodeText, type CodeText, commandPrompt, posixShell, type Shell, writeExpression } from "./code-writer.ts";

/**
 * Generates a `curl` command for a Unix shell (`posix`) or the Windows command prompt (`cmd`). The command reads
 * secrets from environment variables and refers to files by name. It sets headers with `-H` and text with `--data-raw`
 * so that curl doesn't interpret their contents.
 */
export function generateCurlCommand(request: BuiltRequest, shell: "posix" | "cmd" = "posix"): string {
  return generateCurl(toCodeRequest(request), shell === "cmd" ? commandPrompt : posixShell);
}

/** Generates the command from a request whose cookies are in a `Cookie` header (see `generateCurlCommand`). */
export function generateCurl(request: CodeRequest, shell: Shell = posixShell): string {
  const { url, headers, body } = request;
  const options = [
    ...createMethodOption(request),
    ...(/[[\]{}]/.test(url) ? [["--globoff"]] : []),
    ...(hasDotSegment(url) ? [["--path-as-is"]] : []),
    ...headers.map(([name, value]) => createHeaderOption(name, value)),
    ...createBodyOptions(body, headers),
  ];
  const lines = [["curl", url], ...options].map((words) => words.map((word) => quoteWord(word, shell)).join(" "));
  return lines.join(shell.lineContinuation);
}

/** Quotes a word unless it contains only characters that have no special meaning. */
function quoteWord(word: string, { quoteWord: quoteArgument, syntax }: Shell): string {
  const chunks: CodeText = toCodeText(word);
  const [firstChunk] = chunks;
  if (chunks.length === 1 && typeof firstChunk === "string" && /^[\w@:/.,=+-]+$/.test(firstChunk)) return firstChunk;
  return quoteArgument(writeExpression(chunks, syntax));
}

/** Returns the option for the method, or an empty list if curl uses this method by default. */
function createMethodOption({ method, body }: CodeRequest): string[][] {
  if (method === "HEAD") return [["--head"]];
  return method === (body ? "POST" : "GET") ? [] : [["-X", method]];
}

function createHeaderOption(name: string, value: string): string[] {
  const basicMatch = /^Basic \{\{base64:((?:\{\{[^{}]*\}\}|[^{}])*)\}\}$/.exec(value);
  if (basicMatch?.[1] !== undefined && name.toLowerCase() === "authorization") return ["-u", decodeText(basicMatch[1])];
  // With a colon but no value, curl would remove the header.
  return ["-H", value === "" ? `${name};` : `${name}: ${value}`];
}

/**
 * Decodes text inside a Base64 placeholder, in which special characters are percent-encoded (see
 * `secret-placeholders.ts`).
 */
function decodeText(innerText: string): string {
  return innerText.replace(/\{\{[^{}]*\}\}|[^{}]+/g, (segment) =>
    segment.startsWith("{{") ? segment : decodePercent(segment),
  );
}

function createBodyOptions(body: CodeRequest["body"], headers: CodeRequest["headers"]): string[][] {
  if (!body) return [];
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  // Without this option, curl would add the `Content-Type` of a form.
  const noTypeOption = hasType ? [] : [["-H", "Content-Type:"]];
  switch (body.kind) {
    case "text":
      return [...noTypeOption, ["--data-raw", body.text]];
    case "file":
      return [...noTypeOption, ["--data-binary", `@${body.name}`]];
    case "parts": {
      const typeOptions = body.type === "multipart/form-data" ? [] : [["-H", `Content-Type: ${body.type}`]];
      return [...typeOptions, ...body.parts.flatMap(createPartOptions)];
    }
  }
}

/**
 * Returns the options for a part. curl ends a part's name at the first `=`, and the text after that could refer to a
 * local file. Therefore, each `=` in the name is encoded.
 */
function createPartOptions(part: CodePart): string[][] {
  const { name: rawName = "", value, filename, parts, contentType, headers = [] } = part;
  const name = rawName.replaceAll("=", "%3D");
  const headerSuffix = headers.map(([header, text]) => `;headers=${quoteForCurl(`${header}: ${text}`)}`).join("");
  const mediaType = contentType === undefined ? undefined : removeUnsafeParameters(contentType);
  if (parts) {
    const partStart = `${name}=(;type=${mediaType ?? "multipart/mixed"}${headerSuffix}`;
    return [["-F", partStart], ...parts.flatMap(createPartOptions), ["-F", "=)"]];
  }
  const typeSuffix = mediaType === undefined ? "" : `;type=${mediaType}`;
  if (filename !== undefined) {
    // With `<`, unlike with `@`, curl sends the file's content without the file's name.
    const file =
      part.name === undefined
        ? `=<${quoteForCurl(filename)}`
        : `${name}=@${quoteForCurl(filename)};filename=${quoteForCurl(filename)}`;
    return [["-F", `${file}${typeSuffix === "" ? ";type=application/octet-stream" : typeSuffix}${headerSuffix}`]];
  }
  return typeSuffix + headerSuffix === ""
    ? [["--form-string", `${name}=${value ?? ""}`]]
    : [["-F", `${name}=${quoteForCurl(value ?? "")}${typeSuffix}${headerSuffix}`]];
}

const essenceSource = String.raw`[\w.!#$&^+-]+/[\w.!#$&^+-]+`;
const harmlessParameterSource = String.raw`\s*;\s*(?!(?:filename|headers|encoder|type)\s*=)[\w.!#$&^+-]+=(?:[^;,"\s]+|"[^";,\\]*")`;
const mediaTypePattern = new RegExp(`^${essenceSource}(?:${harmlessParameterSource})*$`, "i");

/**
 * Returns a media type without parameters that curl would interpret, or undefined if the text isn't a media type. For
 * example, curl would read another file named after a comma, or headers from the file in `headers=@file`.
 */
function removeUnsafeParameters(contentType: string): string | undefined {
  const [typeWithoutParameters = ""] = contentType.split(/[;,]/);
  const partType = mediaTypePattern.test(contentType) ? contentType : typeWithoutParameters.trim();
  return mediaTypePattern.test(partType) ? partType : undefined;
}

/** Quotes text for curl's own parser, which treats quoted text literally. */
function quoteForCurl(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
