import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import { joinCode, toDoubleQuoted, type StringSyntax, writeExpression } from "./code-writer.ts";

const writing: StringSyntax = {
  quote: (text) => toDoubleQuoted(text),
  variable: (name) => `Sys.getenv("${name}")`,
  base64: (expression) => `jsonlite::base64_enc(paste0(${expression}))`,
  plus: ", ",
};

/** Generates R with httr, which can't send an empty header. */
export function generateR({ method, url, joined, body }: CodeRequest): string | undefined {
  if (joined.some(([, value]) => value === "")) return undefined;
  const all = addMultipartHeader(joined, body);
  const headers = all.map(([name, value]) => `${toDoubleQuoted(name)} = ${text(value)}`);
  return [
    "library(httr)",
    "",
    "response <- VERB(",
    `  ${toDoubleQuoted(method)},`,
    `  ${text(url)}${headers.length > 0 || body ? "," : ""}`,
    ...(headers.length > 0 ? [`  add_headers(\n    ${headers.join(",\n    ")}\n  )${body ? "," : ""}`] : []),
    ...generateBody(body),
    ")",
    'cat(status_code(response), content(response, "text"))',
  ].join("\n");
}

function text(value: string): string {
  const expression = writeExpression(value, writing);
  return joinCode(value).length > 1 ? `paste0(${expression})` : expression;
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    text: (value) => [`  body = ${text(value)}`],
    file: (name) => [`  body = ${file(name)}`],
    parts: (parts) => {
      const pieces = printMultipart(parts, (value) => `charToRaw(enc2utf8(${text(value)}))`, file);
      return [`  body = c(\n    ${pieces.join(",\n    ")}\n  )`];
    },
  });
}

function file(name: string): string {
  const path = toDoubleQuoted(name);
  return `readBin(${path}, "raw", file.size(${path}))`;
}
