import {
  type CodeBody,
  type CodePart,
  type CodeRequest,
  disposition,
  hasPositionalParts,
  multipartHeader,
  printBody,
  printMultipart,
} from "./code-request.ts";
import {
  joinCode,
  doubleQuoted,
  isBlock,
  variablesIn,
  type StringSyntax,
  writeExpression,
} from "./code-writer.ts";

const writing: StringSyntax = {
  quote: (text) => doubleQuoted(text),
  variable: (name) => `os.Getenv("${name}")`,
  base64: (expression) => `base64.StdEncoding.EncodeToString([]byte(${expression}))`,
};
const panicOnError = ["if err != nil {", "\tpanic(err)", "}"];

/** Generates Go with `net/http`. */
export function generateGo(request: CodeRequest): string {
  const { method, url, headers, body } = request;
  const lines = [
    ...bodyLines(body),
    `request, err := http.NewRequest(${doubleQuoted(method)}, ${writeExpression(url, writing)}, ${body ? "body" : "nil"})`,
    ...panicOnError,
    ...headers.map(
      ([name, value]) => `request.Header.Add(${doubleQuoted(name)}, ${writeExpression(value, writing)})`,
    ),
    ...(body?.kind === "parts" ? [`request.Header.Set("Content-Type", ${formType(body)})`] : []),
    "",
    "response, err := http.DefaultClient.Do(request)",
    ...panicOnError,
    "defer response.Body.Close()",
    "text, err := io.ReadAll(response.Body)",
    ...panicOnError,
    "fmt.Println(response.Status, string(text))",
  ];
  const imports = importsOf(request, lines.join("\n")).map((name) => `\t"${name}"\n`);
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

function importsOf({ body }: CodeRequest, code: string): readonly string[] {
  const has = (text: string) => code.includes(text);
  return [
    ...(body?.kind === "parts" ? ["bytes"] : []),
    ...(has("base64.StdEncoding") ? ["encoding/base64"] : []),
    "fmt",
    "io",
    ...(has("multipart.NewWriter") ? ["mime/multipart"] : []),
    "net/http",
    ...(has("textproto.MIMEHeader") ? ["net/textproto"] : []),
    ...(has("os.Open(") || variablesIn(code).length > 0 || has("os.Getenv(") ? ["os"] : []),
    ...(body?.kind === "text" ? ["strings"] : []),
  ];
}

function bodyLines(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    text: (text) => [`body := strings.NewReader(${bodyText(text)})`],
    file: (name) => [`body, err := os.Open(${doubleQuoted(name)})`, ...panicOnError, "defer body.Close()"],
    parts: (parts) => [
      "body := &bytes.Buffer{}",
      ...(hasPositionalParts(parts)
        ? writtenLines(parts)
        : ["form := multipart.NewWriter(body)", ...parts.flatMap(partLines), "form.Close()"]),
      "",
    ],
  });
}

function bodyText(body: string): string {
  const [first, ...rest] = joinCode(body);
  const isRaw = rest.length === 0 && typeof first === "string" && isBlock(body) && !/[`\ufeff]/.test(body);
  return isRaw ? `\`${body}\`` : writeExpression(body, writing);
}

function partLines(
  { name = "", value, filename, contentType, headers = [] }: CodePart,
  i: number,
): readonly string[] {
  const type = contentType === undefined ? "" : `, "Content-Type": {${doubleQuoted(contentType)}}`;
  const more = headers
    .map(([header, text]) => `, ${doubleQuoted(header)}: {${writeExpression(text, writing)}}`)
    .join("");
  const header = `textproto.MIMEHeader{"Content-Disposition": {${doubleQuoted(disposition(name, filename))}}${type}${more}}`;
  const part = `part${i + 1}`;
  const begin = `${part}, _ := form.CreatePart(${header})`;
  if (filename === undefined)
    return [begin, `io.WriteString(${part}, ${writeExpression(value ?? "", writing)})`];
  return openFile(filename, i, begin, `io.Copy(${part}, file${i + 1})`);
}

/** Returns code that opens a file, followed by `lines`. The file's variable is `file1`, `file2`, and so on. */
function openFile(name: string, i: number, ...lines: readonly string[]): readonly string[] {
  return [`file${i + 1}, err := os.Open(${doubleQuoted(name)})`, ...panicOnError, ...lines];
}

/**
 * Returns code that writes the parts without the library, which can't nest parts. Used if any part is nested or
 * identified by position.
 */
function writtenLines(parts: readonly CodePart[]): readonly string[] {
  const copyFile = (name: string, i: number) => openFile(name, i, `io.Copy(body, file${i + 1})`);
  return printMultipart(
    parts,
    (text) => [`body.WriteString(${writeExpression(text, writing)})`],
    copyFile,
  ).flat();
}

function formType({ type, parts }: Extract<CodeBody, { kind: "parts" }>): string {
  if (hasPositionalParts(parts)) return doubleQuoted(multipartHeader(type)[1]);
  return type === "multipart/form-data"
    ? "form.FormDataContentType()"
    : `${doubleQuoted(`${type}; boundary=`)} + form.Boundary()`;
}
