import { addMultipartHeader, type CodeRequest, printBody, printMultipart } from "./code-request.ts";
import {
  escapeWithBraces,
  type CodeChunk,
  toCodeText,
  type CodeText,
  toDoubleQuotedText,
  canBeMultilineLiteral,
} from "./code-writer.ts";

/** Generates Rust with the blocking client of reqwest. */
export function generateRust({ method, url, headers, body }: CodeRequest): string {
  const allHeaders = addMultipartHeader(headers, body);
  return [
    "fn main() -> Result<(), Box<dyn std::error::Error>> {",
    ...generateBody(body),
    "    let response = reqwest::blocking::Client::new()",
    `        .request(reqwest::Method::from_bytes(b${quoteString(method)})?, ${quoteText(url)})`,
    ...allHeaders.map(([name, value]) => `        .header(${quoteString(name)}, ${quoteText(value)})`),
    ...(body ? ["        .body(body)"] : []),
    "        .send()?;",
    '    println!("{} {}", response.status(), response.text()?);',
    "    Ok(())",
    "}",
  ].join("\n");
}

/**
 * Returns a string literal or, if the text contains secrets, an expression that joins several literals and variables.
 */
function quoteText(value: string | CodeText): string {
  const chunks = typeof value === "string" ? toCodeText(value) : value;
  const [firstChunk] = chunks;
  if (chunks.length === 1 && typeof firstChunk === "string") return quoteString(firstChunk);
  return `[${chunks.map(generateOwnedString).join(", ")}].concat()`;
}

function generateOwnedString(chunk: CodeChunk): string {
  if (typeof chunk === "string") return `${quoteString(chunk)}.to_string()`;
  if ("variable" in chunk) return `std::env::var("${chunk.variable}")?`;
  return `base64::Engine::encode(&base64::prelude::BASE64_STANDARD, ${quoteText(chunk.base64)})`;
}

function generateBody(body: CodeRequest["body"]): readonly string[] {
  return printBody(body, {
    printText: (value) => [
      `    let body = ${canBeMultilineLiteral(value, /"#/) ? `r#"${value}"#` : quoteText(value)};`,
    ],
    printFile: (name) => [`    let body = std::fs::File::open(${quoteString(name)})?;`],
    printParts: (parts) => [
      "    let mut body: Vec<u8> = Vec::new();",
      ...printMultipart(
        parts,
        (value) => `    body.extend_from_slice(${quoteText(value)}.as_bytes());`,
        (name) => `    body.extend(std::fs::read(${quoteString(name)})?);`,
      ),
    ],
  });
}

function quoteString(value: string): string {
  return toDoubleQuotedText(value, { escapeControl: escapeWithBraces });
}
