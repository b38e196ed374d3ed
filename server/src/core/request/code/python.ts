import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  commonMethods,
  indentLines,
  printBody,
  printMultipart,
} from "./code-request.ts";
import {
  toCodeText,
  toDoubleQuotedText,
  shouldBeMultilineLiteral,
  listVariableNames,
  type StringSyntax,
  writeExpression,
} from "./code-writer.ts";

const syntax: StringSyntax = {
  quote: (text) => toDoubleQuotedText(text),
  readVariable: (name) => `os.environ[${toDoubleQuotedText(name)}]`,
  encodeBase64: (expression) => `base64.b64encode((${expression}).encode()).decode()`,
};

/** Generates Python with Requests. */
export function generatePython(request: CodeRequest): string {
  const { method, url, joinedHeaders, body } = request;
  const requestJson = JSON.stringify(request);
  const imports = [
    ...(requestJson.includes("{{base64:") ? ["import base64"] : []),
    ...(listVariableNames(requestJson).length > 0 ? ["import os"] : []),
    "import requests",
  ];
  const isRaw =
    body?.kind === "parts" && (body.type !== "multipart/form-data" || body.parts.some(isUnsupportedByRequests));
  const headers = addMultipartHeader(joinedHeaders, body, isRaw).map(
    ([name, value]) => `${toDoubleQuotedText(name)}: ${writeExpression(value, syntax)},`,
  );
  const callStart = commonMethods.has(method)
    ? `${method.toLowerCase()}(`
    : `request(\n    ${toDoubleQuotedText(method)},`;
  return [
    ...imports,
    "",
    `response = requests.${callStart}`,
    `    ${writeExpression(url, syntax)},`,
    ...(headers.length > 0 ? [`    headers={\n${indentLines(headers, "        ")}    },`] : []),
    ...generateBody(body, isRaw),
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"], isRaw: boolean): readonly string[] {
  return printBody(body, {
    printText: (text) => [`    data=${generateBytes(text)},`],
    printFile: (name) => [`    data=open(${toDoubleQuotedText(name)}, "rb"),`],
    printParts: (parts) => {
      if (!isRaw) return [`    files=[\n${indentLines(parts.map(generatePart), "        ")}    ],`];
      const chunks = printMultipart(
        parts,
        (text) => `${writeExpression(text, syntax)}.encode(),`,
        (name) => `open(${toDoubleQuotedText(name)}, "rb").read(),`,
      );
      return [`    data=b"".join([\n${indentLines(chunks, "        ")}    ]),`];
    },
  });
}

/**
 * Returns an expression for the body as bytes, because Requests encodes strings in Latin-1 but sends bytes unchanged.
 */
function generateBytes(body: string): string {
  const [firstChunk, ...otherChunks] = toCodeText(body);
  if (otherChunks.length > 0 || typeof firstChunk !== "string") return `(${writeExpression(body, syntax)}).encode()`;
  const usesTripleQuotes = shouldBeMultilineLiteral(body) && !body.includes('"""') && !body.endsWith('"');
  const bytesLiteral = usesTripleQuotes ? `"""${body.replaceAll("\\", "\\\\")}"""` : toDoubleQuotedText(body);
  return /^[\t-~]*$/.test(body) ? bytesLiteral : `${bytesLiteral}.encode()`;
}

/**
 * Whether Requests can't send the part as specified. Requests doesn't support parts identified by position or nested
 * parts, and it omits headers that are empty or that it generates itself.
 */
function isUnsupportedByRequests({ name, parts, headers = [] }: CodePart): boolean {
  return (
    name === undefined ||
    parts !== undefined ||
    headers.some(([name, value]) => value === "" || /^content-location$/i.test(name))
  );
}

function generatePart({ name = "", value, filename, contentType, headers }: CodePart): string {
  const headerItems = headers?.map(
    ([header, text]) => `${toDoubleQuotedText(header)}: ${writeExpression(text, syntax)}`,
  );
  const noneArgument = headerItems ? ", None" : "";
  const typeArguments =
    (contentType === undefined ? noneArgument : `, ${toDoubleQuotedText(contentType)}`) +
    (headerItems ? `, {${headerItems.join(", ")}}` : "");
  const content =
    filename === undefined
      ? `(None, ${writeExpression(value ?? "", syntax)}${typeArguments})`
      : `(${toDoubleQuotedText(filename)}, open(${toDoubleQuotedText(filename)}, "rb")${typeArguments})`;
  return `(${toDoubleQuotedText(name)}, ${content}),`;
}
