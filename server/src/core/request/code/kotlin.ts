import {
  type CodePart,
  type CodeRequest,
  formatDisposition,
  hasPositionalOrNestedParts,
  createMultipartHeader,
  printBody,
  printMultipart,
} from "./code-request.ts";
import { toDoubleQuotedText, canBeMultilineLiteral, type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: quoteText,
  readVariable: (name) => `System.getenv("${name}")`,
  encodeBase64: (expression) => `Base64.getEncoder().encodeToString((${expression}).toByteArray())`,
};

/** Generates Kotlin with OkHttp. */
export function generateKotlin({ method, url, headers, body }: CodeRequest): string {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const lines = [
    ...generateBody(body, contentType),
    "val request = Request.Builder()",
    `    .url(${writeExpression(url, syntax)})`,
    `    .method(${quoteText(method)}, ${body ? "body" : /^(POST|PUT|PATCH)$/.test(method) ? '"".toRequestBody()' : "null"})`,
    ...headers.map(([name, value]) => `    .addHeader(${quoteText(name)}, ${writeExpression(value, syntax)})`),
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

function generateBody(body: CodeRequest["body"], contentType: string | undefined): readonly string[] {
  return printBody(body, {
    printText: (text) => [`val body = ${generateBlock(text)}.toRequestBody(${generateMediaType(contentType)})`],
    printFile: (name) => [`val body = File(${quoteText(name)}).asRequestBody(${generateMediaType(contentType)})`],
    printParts: (parts, formType) =>
      hasPositionalOrNestedParts(parts)
        ? generateManualBody(parts, formType)
        : [
            "val body = MultipartBody.Builder()",
            `    .setType(${quoteText(formType)}.toMediaType())`,
            ...parts.map(generatePart),
            "    .build()",
          ],
  });
}

/**
 * Returns code that writes the parts without the library, which would add the length of each part. Used if any part is
 * nested or identified by position.
 */
function generateManualBody(parts: readonly CodePart[], mediaType: string): readonly string[] {
  const chunks = printMultipart(parts, generateBytes, (name) => `File(${quoteText(name)}).readBytes()`);
  return [
    "val body = listOf(",
    ...chunks.map((chunk) => `    ${chunk},`),
    `).reduce(ByteArray::plus).toRequestBody(${generateMediaType(createMultipartHeader(mediaType)[1])})`,
  ];
}

function generatePart({ name = "", value, filename, contentType, headers = [] }: CodePart): string {
  const disposition = formatDisposition(name, filename);
  const headerArguments = headers.map(([header, text]) => `${quoteText(header)}, ${writeExpression(text, syntax)}`);
  // OkHttp rejects non-ASCII characters in a header unless they're added with this method.
  const header = /[^\x20-\x7e]/.test(disposition)
    ? `Headers.Builder().addUnsafeNonAscii("Content-Disposition", ${quoteText(disposition)})${headerArguments.map((pair) => `.add(${pair})`).join("")}.build()`
    : `Headers.headersOf(${[`"Content-Disposition", ${quoteText(disposition)}`, ...headerArguments].join(", ")})`;
  const content =
    filename === undefined
      ? `${generateBytes(value ?? "")}.toRequestBody(${generateMediaType(contentType)})`
      : `File(${quoteText(filename)}).asRequestBody(${generateMediaType(contentType)})`;
  return `    .addPart(${header}, ${content})`;
}

/**
 * Returns an expression for the text as bytes, with a multiline literal if possible. Kotlin removes the indentation
 * that all lines of the literal share, so at least one line can't be indented.
 */
function generateBlock(text: string): string {
  const canUseRawString = canBeMultilineLiteral(text, /"""|\$|^\s*$/m) && /^\S/m.test(text);
  return canUseRawString ? `"""\n${text}\n""".trimIndent().toByteArray()` : generateBytes(text);
}

/**
 * Returns an expression for the text as bytes, because OkHttp adds a `charset` to the `Content-Type` of text bodies.
 */
function generateBytes(text: string): string {
  return `(${writeExpression(text, syntax)}).toByteArray()`;
}

function generateMediaType(mediaType: string | undefined): string {
  return mediaType === undefined ? "null" : `${quoteText(mediaType)}.toMediaType()`;
}

function quoteText(text: string): string {
  return toDoubleQuotedText(text, { extraCharacters: "$" });
}
