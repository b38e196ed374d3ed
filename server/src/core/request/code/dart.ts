import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import {
  escapeWithBraces,
  toDoubleQuotedText,
  canBeMultilineLiteral,
  type StringSyntax,
  writeExpression,
} from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: quoteText,
  readVariable: (name) => `Platform.environment['${name}']!`,
  encodeBase64: (expression) => `base64Encode(utf8.encode(${expression}))`,
};

/** Generates Dart with the `http` package. */
export function generateDart({ method, url, joinedHeaders, body }: CodeRequest): string {
  const headers = addMultipartHeader(joinedHeaders, body);
  const lines = [
    `final request = http.Request(${quoteText(method)}, Uri.parse(${writeExpression(url, syntax)}));`,
    ...headers.map(([name, value]) => `request.headers[${quoteText(name)}] = ${writeExpression(value, syntax)};`),
    ...generateBody(body),
    "",
    "final response = await http.Response.fromStream(await request.send());",
    "print('${response.statusCode} ${response.body}');",
  ];
  const code = lines.join("\n");
  return [
    ...(/utf8\.|base64Encode/.test(code) ? ["import 'dart:convert';"] : []),
    ...(/\bFile\(|Platform\./.test(code) ? ["import 'dart:io';"] : []),
    "import 'package:http/http.dart' as http;",
    "",
    "void main() async {",
    ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
  ].join("\n");
}

/**
 * Returns code that sets the body as bytes, because the `http` package adds a `charset` to the `Content-Type` of text
 * bodies.
 */
function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (text) => [`request.bodyBytes = utf8.encode(${generateText(text)});`],
    printFile: (name) => [`request.bodyBytes = await File(${quoteText(name)}).readAsBytes();`],
    printParts: (parts) => [
      "request.bodyBytes = [",
      ...printMultipart(
        parts,
        (text) => `  ...utf8.encode(${writeExpression(text, syntax)}),`,
        (name) => `  ...await File(${quoteText(name)}).readAsBytes(),`,
      ),
      "];",
    ],
  });
}

/**
 * Returns the literal for a body. Text whose first line is blank can't be a multiline literal, because Dart ignores
 * this line.
 */
function generateText(text: string): string {
  return canBeMultilineLiteral(text, /'''|'$|^[ \t]*\n/) ? `r'''${text}'''` : writeExpression(text, syntax);
}

function quoteText(text: string): string {
  return toDoubleQuotedText(text, { extraCharacters: "$", escapeControl: escapeWithBraces });
}
