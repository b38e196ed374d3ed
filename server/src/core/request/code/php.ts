import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  hasDotSegment,
  indented,
  isMoreThanForm,
  printBody,
  printMultipart,
} from "./code-request.ts";
import { singleQuoted, type StringSyntax, writeExpression } from "./code-writer.ts";

const writing: StringSyntax = {
  quote: singleQuoted,
  variable: (name) => `getenv(${singleQuoted(name)})`,
  base64: (expression) => `base64_encode(${expression})`,
  plus: " . ",
};

/** Generates PHP that uses the cURL extension. */
export function generatePhp({ method, url, headers, body }: CodeRequest): string {
  const isRaw = body?.kind === "parts" && !isPlainForm(body.type, body.parts);
  const lines = addMultipartHeader(headers, body, isRaw).map(([name, value]) =>
    // With a colon but no value, curl would remove the header.
    value === "" ? `${singleQuoted(`${name};`)},` : `${writeExpression(`${name}: ${value}`, writing)},`,
  );
  return [
    "<?php",
    "",
    `$curl = curl_init(${writeExpression(url, writing)});`,
    "curl_setopt_array($curl, [",
    `    CURLOPT_CUSTOMREQUEST => ${singleQuoted(method)},`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(method === "HEAD" ? ["    CURLOPT_NOBODY => true,"] : []),
    ...(hasDotSegment(url) ? ["    CURLOPT_PATH_AS_IS => true,"] : []),
    ...(lines.length > 0 ? [`    CURLOPT_HTTPHEADER => [\n${indented(lines, "        ")}    ],`] : []),
    ...bodyLines(body, isRaw),
    "]);",
    "",
    "echo curl_exec($curl);",
  ].join("\n");
}

function bodyLines(body: CodeRequest["body"], isRaw: boolean): readonly string[] {
  return printBody(body, {
    text: (text) => [`    CURLOPT_POSTFIELDS => ${writeExpression(text, writing)},`],
    file: (name) => [`    CURLOPT_POSTFIELDS => file_get_contents(${singleQuoted(name)}),`],
    parts: (parts) => {
      if (!isRaw) return [`    CURLOPT_POSTFIELDS => [\n${indented(parts.map(partLine), "        ")}    ],`];
      const pieces = printMultipart(
        parts,
        (text) => `${rawText(text)},`,
        (name) => `file_get_contents(${singleQuoted(name)}),`,
      );
      return [`    CURLOPT_POSTFIELDS => implode('', [\n${indented(pieces, "        ")}    ]),`];
    },
  });
}

/**
 * Returns single-quoted literals that preserve the text's line breaks. CRLF line breaks are written as `"\r\n"` between
 * the literals.
 */
function rawText(text: string): string {
  return writeExpression(text, { ...writing, quote: (piece) => lines(piece) });
}

function lines(text: string): string {
  return text
    .split("\r\n")
    .map((line) => (line === "" ? "" : singleQuoted(line)))
    .join(' . "\\r\\n" . ')
    .replace(/(^ \. | \. $)/g, "")
    .replaceAll(" .  . ", " . ");
}

/**
 * Whether PHP's cURL extension can build the form itself. The form must be simple, and no name can occur twice, because
 * names become the keys of a PHP array.
 */
function isPlainForm(type: string, parts: readonly CodePart[]): boolean {
  return !isMoreThanForm(type, parts) && new Set(parts.map(({ name }) => name)).size === parts.length;
}

function partLine({ name = "", value, filename, contentType = "" }: CodePart): string {
  const content =
    filename === undefined
      ? writeExpression(value ?? "", writing)
      : `new CURLFile(${[filename, contentType, filename].map(singleQuoted).join(", ")})`;
  return `${singleQuoted(name)} => ${content},`;
}
