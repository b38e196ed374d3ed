import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  formatDisposition,
  hasPositionalOrNestedParts,
  printBody,
  printMultipart,
} from "./code-request.ts";
import { toDoubleQuotedText, canBeMultilineLiteral, type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: (text) => toDoubleQuotedText(text),
  readVariable: (name) => `Environment.GetEnvironmentVariable("${name}")`,
  encodeBase64: (expression) => `Convert.ToBase64String(Encoding.UTF8.GetBytes(${expression}))`,
};
/** Matches headers that .NET sets on the content instead of on the request. */
const contentHeaderPattern = /^(content-|allow$|expires$|last-modified$)/i;

/** Generates C# with `HttpClient`. */
export function generateCSharp({ method, url, headers: allHeaders, body }: CodeRequest): string {
  const writesParts = body?.kind === "parts" && needsManualParts(body.parts);
  const headers = addMultipartHeader(allHeaders, body, writesParts);
  const createHeaderPrinter = (target: string) => (header: readonly [string, string]) =>
    `${target}.Headers.TryAddWithoutValidation(${toDoubleQuotedText(header[0])}, ${writeExpression(header[1], syntax)});`;
  const requestHeaders = headers.filter(([name]) => !body || !contentHeaderPattern.test(name));
  // Without this setting, `HttpClient` ignores cookies that are set in a header.
  const hasCookies = headers.some(([name]) => name.toLowerCase() === "cookie");
  return [
    "using System.Text;",
    "",
    `using var client = new HttpClient(${hasCookies ? "new HttpClientHandler { UseCookies = false }" : ""});`,
    `using var request = new HttpRequestMessage(new HttpMethod(${toDoubleQuotedText(method)}), ${writeExpression(url, syntax)});`,
    ...requestHeaders.map(createHeaderPrinter("request")),
    ...generateBody(body),
    ...(body
      ? headers.filter(([name]) => contentHeaderPattern.test(name)).map(createHeaderPrinter("request.Content"))
      : []),
    "",
    "using var response = await client.SendAsync(request);",
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ].join("\n");
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (text) => [`request.Content = new ByteArrayContent(${generateBytes(text)});`],
    printFile: (name) => [`request.Content = new StreamContent(File.OpenRead(${toDoubleQuotedText(name)}));`],
    printParts: (parts, mediaType) =>
      needsManualParts(parts)
        ? generateManualBody(parts)
        : [
            `var form = new MultipartContent(${toDoubleQuotedText(mediaType.replace(/^multipart\//, ""))});`,
            ...parts.flatMap(generatePart),
            "request.Content = form;",
          ],
  });
}

/**
 * Whether the generated code must write the parts itself, because .NET doesn't support one of them or would write it
 * differently.
 */
function needsManualParts(parts: readonly CodePart[]): boolean {
  return hasPositionalOrNestedParts(parts) || parts.some(hasNonAsciiName);
}

/**
 * Whether a part's name or file name contains non-ASCII characters. .NET always encodes names in Latin-1, even if
 * Latin-1 can't represent these characters.
 */
function hasNonAsciiName({ name = "", filename = "" }: CodePart): boolean {
  return /[^\x20-\x7e]/.test(name + filename);
}

function generateManualBody(parts: readonly CodePart[]): readonly string[] {
  return [
    "using var body = new MemoryStream();",
    ...printMultipart(
      parts,
      (text) => `body.Write(Encoding.UTF8.GetBytes(${writeExpression(text, syntax)}));`,
      (name) => `body.Write(File.ReadAllBytes(${toDoubleQuotedText(name)}));`,
    ),
    "request.Content = new ByteArrayContent(body.ToArray());",
  ];
}

function generateBytes(text: string): string {
  // The delimiters of a raw string literal (C# 11) must be on their own lines.
  const code = canBeMultilineLiteral(text, /"""/) ? `"""\n${text}\n"""` : writeExpression(text, syntax);
  return `Encoding.UTF8.GetBytes(${code})`;
}

function generatePart(
  { name = "", value, filename, contentType, headers = [] }: CodePart,
  i: number,
): readonly string[] {
  const partVariable = `part${i + 1}`;
  const content =
    filename === undefined
      ? `new ByteArrayContent(${generateBytes(value ?? "")})`
      : `new StreamContent(File.OpenRead(${toDoubleQuotedText(filename)}))`;
  const printHeader = (header: string, text: string) =>
    `${partVariable}.Headers.TryAddWithoutValidation(${toDoubleQuotedText(header)}, ${writeExpression(text, syntax)});`;
  return [
    `var ${partVariable} = ${content};`,
    printHeader("Content-Disposition", formatDisposition(name, filename)),
    ...(contentType === undefined ? [] : [printHeader("Content-Type", contentType)]),
    ...headers.map(([header, text]) => printHeader(header, text)),
    `form.Add(${partVariable});`,
  ];
}
