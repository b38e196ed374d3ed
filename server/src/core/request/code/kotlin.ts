import {
  type CodePart,
  type CodeRequest,
  disposition,
  hasPositionalParts,
  multipartHeader,
  printBody,
  printMultipart,
} from "./code-request.ts";
import { doubleQuoted, isRawBlock, type StringSyntax, writeExpression } from "./code-writer.ts";

const writing: StringSyntax = {
  quote,
  variable: (name) => `System.getenv("${name}")`,
  base64: (expression) => `Base64.getEncoder().encodeToString((${expression}).toByteArray())`,
};

/** Generates Kotlin with OkHttp. */
export function generateKotlin({ method, url, headers, body }: CodeRequest): string {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const lines = [
    ...bodyLines(body, type),
    "val request = Request.Builder()",
    `    .url(${writeExpression(url, writing)})`,
    `    .method(${quote(method)}, ${body ? "body" : /^(POST|PUT|PATCH)$/.test(method) ? '"".toRequestBody()' : "null"})`,
    ...headers.map(([name, value]) => `    .addHeader(${quote(name)}, ${writeExpression(value, writing)})`),
    "    .build()",
    "val response = OkHttpClient().newCall(request).execute()",
    'println("${response.code} ${response.body?.string()}")',
  ];
  const code = lines.join("\n");
  return [
    ...(code.includes("File(") ? ["import java.io.File"] : []),
    ...(code.includes("Base64.") ? ["import java.util.Base64"] : []),
    "import okhttp3.*",
    "import okhttp3.MediaType.Companion.toMediaType",
    "import okhttp3.RequestBody.Companion.asRequestBody",
    "import okhttp3.RequestBody.Companion.toRequestBody",
    "",
    "fun main() {",
    ...code.split("\n").map((line) => `    ${line}`),
    "}",
  ].join("\n");
}

function bodyLines(body: CodeRequest["body"], type: string | undefined): readonly string[] {
  return printBody(body, {
    text: (text) => [`val body = ${blockOf(text)}.toRequestBody(${mediaType(type)})`],
    file: (name) => [`val body = File(${quote(name)}).asRequestBody(${mediaType(type)})`],
    parts: (parts, formType) =>
      hasPositionalParts(parts)
        ? writtenLines(parts, formType)
        : [
            "val body = MultipartBody.Builder()",
            `    .setType(${quote(formType)}.toMediaType())`,
            ...parts.map(partLine),
            "    .build()",
          ],
  });
}

/**
 * Returns code that writes the parts without the library, which would add the length of each part. Used if any part is
 * nested or identified by position.
 */
function writtenLines(parts: readonly CodePart[], type: string): readonly string[] {
  const pieces = printMultipart(parts, bytesOf, (name) => `File(${quote(name)}).readBytes()`);
  return [
    "val body = listOf(",
    ...pieces.map((piece) => `    ${piece},`),
    `).reduce(ByteArray::plus).toRequestBody(${mediaType(multipartHeader(type)[1])})`,
  ];
}

function partLine({ name = "", value, filename, contentType, headers = [] }: CodePart): string {
  const called = disposition(name, filename);
  const rest = headers.map(([header, text]) => `${quote(header)}, ${writeExpression(text, writing)}`);
  // OkHttp rejects non-ASCII characters in a header unless they're added with this method.
  const header = /[^\x20-\x7e]/.test(called)
    ? `Headers.Builder().addUnsafeNonAscii("Content-Disposition", ${quote(called)})${rest.map((pair) => `.add(${pair})`).join("")}.build()`
    : `Headers.headersOf(${[`"Content-Disposition", ${quote(called)}`, ...rest].join(", ")})`;
  const content =
    filename === undefined
      ? `${bytesOf(value ?? "")}.toRequestBody(${mediaType(contentType)})`
      : `File(${quote(filename)}).asRequestBody(${mediaType(contentType)})`;
  return `    .addPart(${header}, ${content})`;
}

/**
 * Returns the text as bytes, as a multiline literal if possible. Kotlin removes the indentation that all lines of the
 * literal share, so at least one line can't be indented.
 */
function blockOf(text: string): string {
  const isPlain = isRawBlock(text, /"""|\$|^\s*$/m) && /^\S/m.test(text);
  return isPlain ? `"""\n${text}\n""".trimIndent().toByteArray()` : bytesOf(text);
}

/**
 * Returns an expression for the text as bytes, because OkHttp adds a `charset` to the `Content-Type` of text bodies.
 */
function bytesOf(text: string): string {
  return `(${writeExpression(text, writing)}).toByteArray()`;
}

function mediaType(type: string | undefined): string {
  return type === undefined ? "null" : `${quote(type)}.toMediaType()`;
}

function quote(text: string): string {
  return doubleQuoted(text, { also: "$" });
}
