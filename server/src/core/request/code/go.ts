import {
  type CodeBody,
  type CodePart,
  type CodeRequest,
  formatDisposition,
  hasPositionalOrNestedParts,
  createMultipartHeader,
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
  readVariable: (name) => `os.Getenv("${name}")`,
  encodeBase64: (expression) => `base64.StdEncoding.EncodeToString([]byte(${expression}))`,
};
const errorCheckLines = ["if err != nil {", "\tpanic(err)", "}"];

/** Generates Go with `net/http`. */
export function generateGo(request: CodeRequest): string {
  const { method, url, headers, body } = request;
  const lines = [
    ...generateBody(body),
    `request, err := http.NewRequest(${toDoubleQuotedText(method)}, ${writeExpression(url, syntax)}, ${body ? "body" : "nil"})`,
    ...errorCheckLines,
    ...headers.map(
      ([name, value]) => `request.Header.Add(${toDoubleQuotedText(name)}, ${writeExpression(value, syntax)})`,
    ),
    ...(body?.kind === "parts" ? [`request.Header.Set("Content-Type", ${generateFormType(body)})`] : []),
    "",
    "response, err := http.DefaultClient.Do(request)",
    ...errorCheckLines,
    "defer response.Body.Close()",
    "text, err := io.ReadAll(response.Body)",
    ...errorCheckLines,
    "fmt.Println(response.Status, string(text))",
  ];
  const imports = listImports(request, lines.join("\n")).map((name) => `\t"${name}"\n`);
  return [
    "package main",
    "",
    `import (\n${imports.join("")})`,
    "",
    "func main() {",
    ...lines.map((line) => (line === "" ? "" : `\t${line}`)),
    "}",
  ].join("\n");
}

function listImports({ body }: CodeRequest, code: string): readonly string[] {
  const has = (text: string) => code.includes(text);
  return [
    ...(body?.kind === "parts" ? ["bytes"] : []),
    ...(has("base64.StdEncoding") ? ["encoding/base64"] : []),
    "fmt",
    "io",
    ...(has("multipart.NewWriter") ? ["mime/multipart"] : []),
    "net/http",
    ...(has("textproto.MIMEHeader") ? ["net/textproto"] : []),
    ...(has("os.Open(") || listVariableNames(code).length > 0 || has("os.Getenv(") ? ["os"] : []),
    ...(body?.kind === "text" ? ["strings"] : []),
  ];
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (text) => [`body := strings.NewReader(${generateText(text)})`],
    printFile: (name) => [
      `body, err := os.Open(${toDoubleQuotedText(name)})`,
      ...errorCheckLines,
      "defer body.Close()",
    ],
    printParts: (parts) => [
      "body := &bytes.Buffer{}",
      ...(hasPositionalOrNestedParts(parts)
        ? generateManualBody(parts)
        : ["form := multipart.NewWriter(body)", ...parts.flatMap(generatePart), "form.Close()"]),
      "",
    ],
  });
}

function generateText(body: string): string {
  const [firstChunk, ...otherChunks] = toCodeText(body);
  const isRaw =
    otherChunks.length === 0 &&
    typeof firstChunk === "string" &&
    shouldBeMultilineLiteral(body) &&
    !/[`\ufeff]/.test(body);
  return isRaw ? `\`${body}\`` : writeExpression(body, syntax);
}

function generatePart(
  { name = "", value, filename, contentType, headers = [] }: CodePart,
  i: number,
): readonly string[] {
  const contentTypeText = contentType === undefined ? "" : `, "Content-Type": {${toDoubleQuotedText(contentType)}}`;
  const headerText = headers
    .map(([header, text]) => `, ${toDoubleQuotedText(header)}: {${writeExpression(text, syntax)}}`)
    .join("");
  const header = `textproto.MIMEHeader{"Content-Disposition": {${toDoubleQuotedText(formatDisposition(name, filename))}}${contentTypeText}${headerText}}`;
  const partVariable = `part${i + 1}`;
  const partStart = `${partVariable}, _ := form.CreatePart(${header})`;
  if (filename === undefined)
    return [partStart, `io.WriteString(${partVariable}, ${writeExpression(value ?? "", syntax)})`];
  return generateFileOpening(filename, i, partStart, `io.Copy(${partVariable}, file${i + 1})`);
}

/** Returns code that opens a file, followed by `lines`. The file's variable is `file1`, `file2`, and so on. */
function generateFileOpening(name: string, i: number, ...lines: readonly string[]): readonly string[] {
  return [`file${i + 1}, err := os.Open(${toDoubleQuotedText(name)})`, ...errorCheckLines, ...lines];
}

/**
 * Returns code that writes the parts without the library, which can't nest parts. Used if any part is nested or
 * identified by position.
 */
function generateManualBody(parts: readonly CodePart[]): readonly string[] {
  const generateFileCopy = (name: string, i: number) => generateFileOpening(name, i, `io.Copy(body, file${i + 1})`);
  return printMultipart(
    parts,
    (text) => [`body.WriteString(${writeExpression(text, syntax)})`],
    generateFileCopy,
  ).flat();
}

function generateFormType({ type: mediaType, parts }: Extract<CodeBody, { kind: "parts" }>): string {
  if (hasPositionalOrNestedParts(parts)) return toDoubleQuotedText(createMultipartHeader(mediaType)[1]);
  return mediaType === "multipart/form-data"
    ? "form.FormDataContentType()"
    : `${toDoubleQuotedText(`${mediaType}; boundary=`)} + form.Boundary()`;
}
