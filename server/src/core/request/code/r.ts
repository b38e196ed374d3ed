import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import { toCodeText, toDoubleQuotedText, type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: (text) => toDoubleQuotedText(text),
  readVariable: (name) => `Sys.getenv("${name}")`,
  encodeBase64: (expression) => `jsonlite::base64_enc(paste0(${expression}))`,
  concatenationOperator: ", ",
};

/** Generates R with httr, which can't send an empty header. */
export function generateR({ method, url, joinedHeaders, body }: CodeRequest): string | undefined {
  if (joinedHeaders.some(([, value]) => value === "")) return undefined;
  const allHeaders = addMultipartHeader(joinedHeaders, body);
  const headers = allHeaders.map(([name, value]) => `${toDoubleQuotedText(name)} = ${quoteText(value)}`);
  return [
    "library(httr)",
    "",
    "response <- VERB(",
    `  ${toDoubleQuotedText(method)},`,
    `  ${quoteText(url)}${headers.length > 0 || body ? "," : ""}`,
    ...(headers.length > 0 ? [`  add_headers(\n    ${headers.join(",\n    ")}\n  )${body ? "," : ""}`] : []),
    ...generateBody(body),
    ")",
    'cat(status_code(response), content(response, "text"))',
  ].join("\n");
}

function quoteText(value: string): string {
  const expression = writeExpression(value, syntax);
  return toCodeText(value).length > 1 ? `paste0(${expression})` : expression;
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (value) => [`  body = ${quoteText(value)}`],
    printFile: (name) => [`  body = ${generateFileRead(name)}`],
    printParts: (parts) => {
      const chunks = printMultipart(parts, (value) => `charToRaw(enc2utf8(${quoteText(value)}))`, generateFileRead);
      return [`  body = c(\n    ${chunks.join(",\n    ")}\n  )`];
    },
  });
}

function generateFileRead(name: string): string {
  const path = toDoubleQuotedText(name);
  return `readBin(${path}, "raw", file.size(${path}))`;
}
