import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  commonMethods,
  indentLines,
  isUnsupportedByFormLibraries,
  printBody,
  printMultipart,
} from "./code-request.ts";
import {
  escapeWithBraces,
  toDoubleQuotedText,
  toSingleQuotedText,
  type StringSyntax,
  writeExpression,
} from "./code-writer.ts";

const syntax: StringSyntax = {
  // In a single-quoted string, line breaks don't need to be escaped.
  quote: (text) =>
    /[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)
      ? toDoubleQuotedText(text, { extraCharacters: "#", escapeControl: escapeWithBraces })
      : toSingleQuotedText(text),
  readVariable: (name) => `ENV.fetch('${name}')`,
  encodeBase64: (expression) => `[${expression}].pack('m0')`,
};

/** Generates Ruby with `Net::HTTP`. */
export function generateRuby({ method, url, joinedHeaders, body }: CodeRequest): string {
  const isRaw = body?.kind === "parts" && isUnsupportedByFormLibraries(body.type, body.parts);
  const headers = addMultipartHeader(joinedHeaders, body, isRaw);
  const requestExpression = commonMethods.has(method)
    ? `Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`
    : `Net::HTTPGenericRequest.new(${toSingleQuotedText(method)}, ${body ? "true" : "false"}, true, uri)`;
  return [
    "require 'net/http'",
    "",
    `uri = URI(${writeExpression(url, syntax)})`,
    `request = ${requestExpression}`,
    ...headers.map(([name, value]) => `request[${toSingleQuotedText(name)}] = ${writeExpression(value, syntax)}`),
    ...generateBody(body, isRaw),
    "",
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    "  http.request(request)",
    "end",
    "puts response.code, response.body",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"], isRaw: boolean): readonly string[] {
  return printBody(body, {
    printText: (text) => [`request.body = ${writeExpression(text, syntax)}`],
    printFile: (name) => [`request.body = File.binread(${toSingleQuotedText(name)})`],
    printParts: (parts) => {
      if (!isRaw)
        return [
          `request.set_form(\n  [\n${indentLines(parts.map(generatePart), "    ")}  ],\n  'multipart/form-data'\n)`,
        ];
      const chunks = printMultipart(
        parts,
        (text) => `(${writeExpression(text, syntax)}).b,`,
        (name) => `File.binread(${toSingleQuotedText(name)}),`,
      );
      return [`request.body = [\n${indentLines(chunks, "  ")}].join`];
    },
  });
}

function generatePart({ name = "", value, filename, contentType = "application/octet-stream" }: CodePart): string {
  if (filename === undefined) return `[${toSingleQuotedText(name)}, ${writeExpression(value ?? "", syntax)}],`;
  const file = `File.open(${toSingleQuotedText(filename)}, 'rb')`;
  const optionsText = `filename: ${toSingleQuotedText(filename)}, content_type: ${toSingleQuotedText(contentType)}`;
  return `[${toSingleQuotedText(name)}, ${file}, { ${optionsText} }],`;
}
