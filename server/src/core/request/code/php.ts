import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  hasDotSegment,
  indentLines,
  isUnsupportedByFormLibraries,
  printBody,
  printMultipart,
} from "./code-request.ts";
import { toSingleQuotedText, type StringSyntax, writeExpression } from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: toSingleQuotedText,
  readVariable: (name) => `getenv(${toSingleQuotedText(name)})`,
  encodeBase64: (expression) => `base64_encode(${expression})`,
  concatenationOperator: " . ",
};

/** Generates PHP that uses the cURL extension. */
export function generatePhp({ method, url, headers, body }: CodeRequest): string {
  const isRaw = body?.kind === "parts" && !isPlainForm(body.type, body.parts);
  const headerLines = addMultipartHeader(headers, body, isRaw).map(([name, value]) =>
    // With a colon but no value, curl would remove the header.
    value === "" ? `${toSingleQuotedText(`${name};`)},` : `${writeExpression(`${name}: ${value}`, syntax)},`,
  );
  return [
    "<?php",
    "",
    `$curl = curl_init(${writeExpression(url, syntax)});`,
    "curl_setopt_array($curl, [",
    `    CURLOPT_CUSTOMREQUEST => ${toSingleQuotedText(method)},`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(method === "HEAD" ? ["    CURLOPT_NOBODY => true,"] : []),
    ...(hasDotSegment(url) ? ["    CURLOPT_PATH_AS_IS => true,"] : []),
    ...(headerLines.length > 0 ? [`    CURLOPT_HTTPHEADER => [\n${indentLines(headerLines, "        ")}    ],`] : []),
    ...generateBody(body, isRaw),
    "]);",
    "",
    "echo curl_exec($curl);",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"], isRaw: boolean): readonly string[] {
  return printBody(body, {
    printText: (text) => [`    CURLOPT_POSTFIELDS => ${writeExpression(text, syntax)},`],
    printFile: (name) => [`    CURLOPT_POSTFIELDS => file_get_contents(${toSingleQuotedText(name)}),`],
    printParts: (parts) => {
      if (!isRaw) return [`    CURLOPT_POSTFIELDS => [\n${indentLines(parts.map(generatePart), "        ")}    ],`];
      const chunks = printMultipart(
        parts,
        (text) => `${generateRawText(text)},`,
        (name) => `file_get_contents(${toSingleQuotedText(name)}),`,
      );
      return [`    CURLOPT_POSTFIELDS => implode('', [\n${indentLines(chunks, "        ")}    ]),`];
    },
  });
}

/**
 * Returns single-quoted literals that preserve the text's line breaks. CRLF line breaks are written as `"\r\n"` between
 * the literals.
 */
function generateRawText(text: string): string {
  return writeExpression(text, { ...syntax, quote: (rawText) => quoteLines(rawText) });
}

function quoteLines(text: string): string {
  return text
    .split("\r\n")
    .map((line) => (line === "" ? "" : toSingleQuotedText(line)))
    .join(' . "\\r\\n" . ')
    .replace(/(^ \. | \. $)/g, "")
    .replaceAll(" .  . ", " . ");
}

/**
 * Whether PHP's cURL extension can build the form itself. The form must be simple, and no name can occur twice, because
 * names become the keys of a PHP array.
 */
function isPlainForm(mediaType: string, parts: readonly CodePart[]): boolean {
  return (
    !isUnsupportedByFormLibraries(mediaType, parts) && new Set(parts.map(({ name }) => name)).size === parts.length
  );
}

function generatePart({ name = "", value, filename, contentType = "" }: CodePart): string {
  const content =
    filename === undefined
      ? writeExpression(value ?? "", syntax)
      : `new CURLFile(${[filename, contentType, filename].map(toSingleQuotedText).join(", ")})`;
  return `${toSingleQuotedText(name)} => ${content},`;
}
