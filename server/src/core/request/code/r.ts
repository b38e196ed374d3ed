import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import { joinCode, toDoubleQuotedText, type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: (text) => toDoubleQuotedText(text),
  readVariable: (name) => `Sys.getenv("${name}")`,
  encodeBase64: (expression) => `jsonlite::base64_enc(paste0(${expression}))`,
  concatenationOperator: ", ",
};

/** Generates R with httr, which can't send an empty header. */
export function generateR({ method, url, joinedHeaders, body }: CodeRequest): string | undefined {
  if (joinedHeaders.some(([, value]) => value === "")) return undefined;
  const all = addMultipartHeader(joinedHeaders, body);
  const headers = all.map(([name, value]) => `${toDoubleQuotedText(name)} = ${quoteText(value)}`);
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
  return joinCode(value).length > 1 ? `paste0(${expression})` : expression;
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    addText: (value) => [`  body = ${quoteText(value)}`],
    addFile: (name) => [`  body = ${writeFile(name)}`],
    addParts: (parts) => {
      const chunks = printMultipart(parts, (value) => `charToRaw(enc2utf8(${quoteText(value)}))`, writeFile);
      return [`  body = c(\n    ${chunks.join(",\n    ")}\n  )`];
    },
  });
}

function writeFile(name: string): string {
  const path = toDoubleQuotedText(name);
  return `readBin(${path}, "raw", file.size(${path}))`;
}
