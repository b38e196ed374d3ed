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
  readVariable: (name) => `ProcessInfo.processInfo.environment["${name}"]!`,
  encodeBase64: (expression) => `Data((${expression}).utf8).base64EncodedString()`,
};

/** Generates Swift with `URLSession`. */
export function generateSwift({ method, url, joinedHeaders, body }: CodeRequest): string {
  const headers = addMultipartHeader(joinedHeaders, body);
  return [
    "import Foundation",
    "",
    `var request = URLRequest(url: URL(string: ${writeExpression(url, syntax)})!)`,
    `request.httpMethod = ${quoteText(method)}`,
    ...(headers.some(([name]) => name.toLowerCase() === "cookie") ? ["request.httpShouldHandleCookies = false"] : []),
    ...headers.map(
      ([name, value]) => `request.setValue(${writeExpression(value, syntax)}, forHTTPHeaderField: ${quoteText(name)})`,
    ),
    ...generateBody(body),
    "",
    "let (data, response) = try await URLSession.shared.data(for: request)",
    "print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (text) => [`request.httpBody = Data(${generateText(text)}.utf8)`],
    printFile: (name) => [`request.httpBody = try ${generateFileRead(name)}`],
    printParts: (parts) => [
      "var body = Data()",
      ...printMultipart(
        parts,
        (text) => `body.append(Data((${writeExpression(text, syntax)}).utf8))`,
        (name) => `body.append(try ${generateFileRead(name)})`,
      ),
      "request.httpBody = body",
    ],
  });
}

/** Returns the literal for a body. In Swift, the delimiters of a multiline literal must be on their own lines. */
function generateText(text: string): string {
  return canBeMultilineLiteral(text, /"""|\\#/) ? `#"""\n${text}\n"""#` : `(${writeExpression(text, syntax)})`;
}

function generateFileRead(name: string): string {
  return `Data(contentsOf: URL(fileURLWithPath: ${quoteText(name)}))`;
}

function quoteText(text: string): string {
  return toDoubleQuotedText(text, { escapeControl: escapeWithBraces });
}
