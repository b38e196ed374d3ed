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
  joinCode,
  toDoubleQuotedText,
  isBlock,
  listVariables,
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
  const all = JSON.stringify(request);
  const imports = [
    ...(all.includes("{{base64:") ? ["import base64"] : []),
    ...(listVariables(all).length > 0 ? ["import os"] : []),
    "import requests",
  ];
  const isRaw = body?.kind === "parts" && (body.type !== "multipart/form-data" || body.parts.some(losesHeaders));
  const headers = addMultipartHeader(joinedHeaders, body, isRaw).map(
    ([name, value]) => `${toDoubleQuotedText(name)}: ${writeExpression(value, syntax)},`,
  );
  const call = commonMethods.has(method) ? `${method.toLowerCase()}(` : `request(\n    ${toDoubleQuotedText(method)},`;
  return [
    ...imports,
    "",
    `response = requests.${call}`,
    `    ${writeExpression(url, syntax)},`,
    ...(headers.length > 0 ? [`    headers={\n${indentLines(headers, "        ")}    },`] : []),
    ...generateBody(body, isRaw),
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"], isRaw: boolean): readonly string[] {
  return printBody(body, {
    addText: (text) => [`    data=${generateBytes(text)},`],
    addFile: (name) => [`    data=open(${toDoubleQuotedText(name)}, "rb"),`],
    addParts: (parts) => {
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
  const [first, ...otherChunks] = joinCode(body);
  if (otherChunks.length > 0 || typeof first !== "string") return `(${writeExpression(body, syntax)}).encode()`;
  const usesTripleQuotes = isBlock(body) && !body.includes('"""') && !body.endsWith('"');
  const bytesLiteral = usesTripleQuotes ? `"""${body.replaceAll("\\", "\\\\")}"""` : toDoubleQuotedText(body);
  return /^[\t-~]*$/.test(body) ? bytesLiteral : `${bytesLiteral}.encode()`;
}

/**
 * Whether Requests can't send the part as specified. Requests doesn't support parts identified by position or nested
 * parts, and it omits headers that are empty or that it generates itself.
 */
function losesHeaders({ name, parts, headers = [] }: CodePart): boolean {
  return (
    name === undefined ||
    parts !== undefined ||
    headers.some(([name, value]) => value === "" || /^content-location$/i.test(name))
  );
}

function generatePart({ name = "", value, filename, contentType, headers }: CodePart): string {
  const ownHeaders = headers?.map(
    ([header, text]) => `${toDoubleQuotedText(header)}: ${writeExpression(text, syntax)}`,
  );
  const noneArgument = ownHeaders ? ", None" : "";
  const type =
    (contentType === undefined ? noneArgument : `, ${toDoubleQuotedText(contentType)}`) +
    (ownHeaders ? `, {${ownHeaders.join(", ")}}` : "");
  const content =
    filename === undefined
      ? `(None, ${writeExpression(value ?? "", syntax)}${type})`
      : `(${toDoubleQuotedText(filename)}, open(${toDoubleQuotedText(filename)}, "rb")${type})`;
  return `(${toDoubleQuotedText(name)}, ${content}),`;
}
