import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import { toDoubleQuotedText, canBeMultilineLiteral, type StringSyntax, writeExpression } from "./code-writer.ts";

/**
 * Java decodes Unicode escapes such as `\u0022` before it parses the string, so control characters are written as octal
 * escapes where possible.
 */
const syntax: StringSyntax = {
  quote: (text) => toDoubleQuotedText(text, { escapeControl: (code) => escapeCharacter(code) }),
  readVariable: (name) => `System.getenv("${name}")`,
  encodeBase64: (expression) => `Base64.getEncoder().encodeToString((${expression}).getBytes(StandardCharsets.UTF_8))`,
};

/** Generates Java with the built-in HTTP client (Java 11, or Java 15 for multiline bodies). */
export function generateJava({ method, url, headers, body }: CodeRequest): string {
  const allHeaders = addMultipartHeader(headers, body);
  const lines = [
    `HttpRequest request = HttpRequest.newBuilder(URI.create(${writeExpression(url, syntax)}))`,
    ...allHeaders.map(([name, value]) => `    .header(${toDoubleQuotedText(name)}, ${writeExpression(value, syntax)})`),
    `    .method(${toDoubleQuotedText(method)}, ${generatePublisher(body)})`,
    "    .build();",
    "HttpResponse<String> response = HttpClient.newHttpClient()",
    "    .send(request, HttpResponse.BodyHandlers.ofString());",
    'System.out.println(response.statusCode() + " " + response.body());',
  ];
  const code = lines.join("\n");
  const imports = [
    "java.net.URI",
    "java.net.http.HttpClient",
    "java.net.http.HttpRequest",
    "java.net.http.HttpResponse",
    ...(code.includes("StandardCharsets.") ? ["java.nio.charset.StandardCharsets"] : []),
    ...(/\bFiles\./.test(code) ? ["java.nio.file.Files"] : []),
    ...(/\bPath\.of/.test(code) ? ["java.nio.file.Path"] : []),
    ...(code.includes("Base64.") ? ["java.util.Base64"] : []),
    ...(/\bList\.of/.test(code) ? ["java.util.List"] : []),
  ];
  return [
    ...imports.map((name) => `import ${name};`),
    "",
    "public class Main {",
    "    public static void main(String[] args) throws Exception {",
    ...code.split("\n").map((line) => `        ${line}`),
    "    }",
    "}",
  ].join("\n");
}

function generatePublisher(body: CodeRequest["body"]): string {
  const [code = "noBody()"] = printBody(body, {
    printText: (text) => [`ofString(${generateText(text)})`],
    printFile: (name) => [`ofFile(Path.of(${toDoubleQuotedText(name)}))`],
    printParts: (parts) => {
      const chunks = printMultipart(
        parts,
        (text) => `(${writeExpression(text, syntax)}).getBytes(StandardCharsets.UTF_8)`,
        (name) => `Files.readAllBytes(Path.of(${toDoubleQuotedText(name)}))`,
      );
      return [`ofByteArrays(List.of(\n        ${chunks.join(",\n        ")}))`];
    },
  });
  return `HttpRequest.BodyPublishers.${code}`;
}

/**
 * Returns a text block (Java 15) if possible. Otherwise, returns a string literal. Java removes the indentation that
 * all lines of a text block share, so at least one line can't be indented.
 */
function generateText(text: string): string {
  const canUseTextBlock = canBeMultilineLiteral(text, /[ \t]$/m) && /^\S/m.test(text);
  const escapedText = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"""').replace(/"$/, '\\"');
  return canUseTextBlock ? `"""\n${escapedText}"""` : writeExpression(text, syntax);
}

function escapeCharacter(code: number): string {
  return code < 0o400 ? `\\${code.toString(8).padStart(3, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
