import { addMultipartHeader, type CodeRequest, commonMethods, printBody, printMultipart } from "./code-request.ts";
import { type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  // PowerShell also treats curly quotes as quotes.
  quote: (text) => `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`,
  readVariable: (name) => `$env:${name}`,
  encodeBase64: (expression) => `[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes(${expression}))`,
};

/** Generates PowerShell 7. Text is sent as bytes, because PowerShell would otherwise encode it in Latin-1. */
export function generatePowerShell({ method, url, joinedHeaders, body }: CodeRequest): string {
  const headers = addMultipartHeader(joinedHeaders, body);
  const isContentType = (name: string) => name.toLowerCase() === "content-type";
  const contentType = headers.find(([name]) => isContentType(name))?.[1];
  const headerLines = headers
    .filter(([name]) => !isContentType(name))
    .map(([name, value]) => `    ${quoteText(name)} = ${quoteText(value)}`);
  return [
    ...(headerLines.length > 0 ? ["$headers = @{", ...headerLines, "}"] : []),
    ...generateBody(body),
    [
      `$response = Invoke-WebRequest -Uri (${quoteText(url)})`,
      `${commonMethods.has(method) ? "-Method" : "-CustomMethod"} ${quoteText(method)}`,
      ...(headerLines.length > 0 ? ["-Headers $headers -SkipHeaderValidation"] : []),
      ...(contentType === undefined ? [] : [`-ContentType (${quoteText(contentType)})`]),
      ...(body ? ["-Body $body"] : []),
      "-SkipHttpErrorCheck",
    ].join(" "),
    '"$($response.StatusCode) $($response.Content)"',
  ].join("\n");
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (value) => [`$body = ${generateBytes(value)}`],
    printFile: (name) => [`$body = ${generateFile(name)}`],
    printParts: (parts) => [
      "[byte[]]$body = @(",
      ...printMultipart(parts, generateBytes, generateFile).map((line) => `    ${line}`),
      ")",
    ],
  });
}

function generateBytes(value: string): string {
  return `[Text.Encoding]::UTF8.GetBytes(${quoteText(value)})`;
}

function generateFile(name: string): string {
  return `[IO.File]::ReadAllBytes("$PWD/" + ${quoteText(name)})`;
}

/**
 * Returns a literal for the text. The literal is double-quoted if the text contains a line break that an editor could
 * convert.
 */
function quoteText(value: string): string {
  const quote = (text: string) =>
    text.includes("\r")
      ? `"${text
          .replace(/[`"$\u201c-\u201e]/g, "`$&")
          .replace(/\r/g, "`r")
          .replace(/\n/g, "`n")}"`
      : syntax.quote(text);
  return writeExpression(value, { ...syntax, quote });
}
