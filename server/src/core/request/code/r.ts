import { type CodeRequest, indented, multipartHeader, multipartPieces } from "./code-request.ts";
import { joinCode, doubleQuoted, type Writing, written } from "./code-writer.ts";

const writing: Writing = {
  quote: (text) => doubleQuoted(text),
  variable: (name) => `Sys.getenv("${name}")`,
  base64: (expression) => `jsonlite::base64_enc(paste0(${expression}))`,
  plus: ", ",
};

/** Generates R with httr, which can't send an empty header. */
export function generateR({ method, url, joined, body }: CodeRequest): string | undefined {
  if (joined.some(([, value]) => value === "")) return undefined;
  const all = body?.kind === "parts" ? [...joined, multipartHeader(body.type)] : joined;
  const headers = all.map(([name, value]) => `${doubleQuoted(name)} = ${text(value)}`);
  return [
    "library(httr)",
    "",
    "response <- VERB(",
    `  ${doubleQuoted(method)},`,
    `  ${text(url)}${headers.length > 0 || body ? "," : ""}`,
    ...(headers.length > 0 ? [`  add_headers(\n    ${headers.join(",\n    ")}\n  )${body ? "," : ""}`] : []),
    ...(body ? [`  body = ${bodyOf(body)}`] : []),
    ")",
    'cat(status_code(response), content(response, "text"))',
  ].join("\n");
}

function text(value: string): string {
  const expression = written(value, writing);
  return joinCode(value).length > 1 ? `paste0(${expression})` : expression;
}

function bodyOf(body: NonNullable<CodeRequest["body"]>): string {
  switch (body.kind) {
    case "text":
      return text(body.text);
    case "file":
      return file(body.name);
    case "parts": {
      const pieces = multipartPieces(body.parts).map((piece) =>
        "text" in piece ? `charToRaw(enc2utf8(${text(piece.text)}))` : file(piece.file),
      );
      return `c(\n${indented(
        pieces.map((piece, i) => (i < pieces.length - 1 ? `${piece},` : piece)),
        "    ",
      )}  )`;
    }
  }
}

function file(name: string): string {
  const path = doubleQuoted(name);
  return `readBin(${path}, "raw", file.size(${path}))`;
}
