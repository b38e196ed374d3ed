import {
  addMultipartHeader,
  type CodePart,
  type CodeRequest,
  indentLines,
  isUnsupportedByFormLibraries,
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

/** The runtime that runs the code, and how the code accesses files and environment variables. */
interface Host {
  readonly syntax: StringSyntax;
  /** Returns code that creates a `Blob` from a file. */
  readonly generateBlob: (name: string, mediaType: string | undefined) => string;
  readonly generatePreamble: (requestJson: string, hasFiles: boolean) => readonly string[];
}

const node: Host = {
  syntax: {
    quote: (text) => toDoubleQuotedText(text),
    readVariable: (name) => `process.env.${name}`,
    encodeBase64: (expression) => `Buffer.from(${expression}).toString("base64")`,
  },
  generateBlob: (name, mediaType) =>
    `await openAsBlob(${toDoubleQuotedText(name)}${mediaType === undefined ? "" : `, { type: ${toDoubleQuotedText(mediaType)} }`})`,
  generatePreamble: (_, hasFiles) => (hasFiles ? ['import { openAsBlob } from "node:fs";', ""] : []),
};

/** A browser. It has no environment variables, so users insert secrets manually. Files come from an input field. */
const browser: Host = {
  syntax: {
    quote: (text) => toDoubleQuotedText(text),
    readVariable: (name) => name,
    encodeBase64: (expression) => `btoa(String.fromCharCode(...new TextEncoder().encode(${expression})))`,
  },
  generateBlob: (_, mediaType) =>
    mediaType === undefined ? "file" : `new Blob([file], { type: ${toDoubleQuotedText(mediaType)} })`,
  generatePreamble: (requestJson, hasFiles) => {
    const lines = [
      ...listVariableNames(requestJson).map((name) => `const ${name} = ${toDoubleQuotedText(`<${name}>`)};`),
      ...(hasFiles ? ["const [file] = document.querySelector(\"input[type='file']\").files;"] : []),
    ];
    return lines.length > 0 ? [...lines, ""] : [];
  },
};

export function generateNode(request: CodeRequest): string | undefined {
  return generateFetch(request, node);
}

export function generateBrowserFetch(request: CodeRequest): string | undefined {
  return generateFetch(request, browser);
}

/** This text is part of the generated code. This module doesn't call `fetch` itself. */
const fetchCall = "await fetch";

/** Generates a `fetch` call, or returns undefined for a GET or HEAD request with a body, which `fetch` can't send. */
function generateFetch(request: CodeRequest, host: Host): string | undefined {
  const { method, url, joinedHeaders, body } = request;
  if (body && /^(GET|HEAD)$/.test(method)) return undefined;
  const { syntax } = host;
  const isForm = body?.kind === "parts" && !isUnsupportedByFormLibraries(body.type, body.parts);
  const isRaw = body?.kind === "parts" && !isForm;
  const headers = addMultipartHeader(joinedHeaders, body, isRaw).map(
    ([name, value]) => `${toDoubleQuotedText(name)}: ${writeExpression(value, syntax)},`,
  );
  const hasFiles =
    body?.kind === "file" || (body?.kind === "parts" && body.parts.some(({ filename }) => filename !== undefined));
  const options = [
    ...(method === "GET" ? [] : [`  method: ${toDoubleQuotedText(method)},`]),
    ...(headers.length > 0 ? [`  headers: {\n${indentLines(headers, "    ")}  },`] : []),
    ...generateBody(body, isForm, host),
  ];
  return [
    ...host.generatePreamble(JSON.stringify(request), hasFiles),
    ...(isForm ? [...generateForm(body.parts, host), ""] : []),
    `const response = ${fetchCall}(${writeExpression(url, syntax)}${options.length > 0 ? `, {\n${options.join("\n")}\n}` : ""});`,
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function generateBody(body: CodeRequest["body"], isForm: boolean, { syntax, generateBlob }: Host): readonly string[] {
  return printBody(body, {
    printText: (text) => [`  body: ${generateText(text, syntax)},`],
    printFile: (name) => [`  body: ${generateBlob(name, undefined)},`],
    printParts: (parts) => {
      if (isForm) return ["  body: form,"];
      const chunks = printMultipart(
        parts,
        (text) => `${writeExpression(text, syntax)},`,
        (name) => `${generateBlob(name, undefined)},`,
      );
      return [`  body: new Blob([\n${indentLines(chunks, "    ")}  ]),`];
    },
  });
}

function generateText(body: string, syntax: StringSyntax): string {
  const [firstChunk, ...otherChunks] = toCodeText(body);
  if (otherChunks.length > 0 || typeof firstChunk !== "string" || !shouldBeMultilineLiteral(body))
    return writeExpression(body, syntax);
  return `\`${body.replace(/[`\\]|\$(?=\{)/g, "\\$&")}\``;
}

function generateForm(parts: readonly CodePart[], { syntax, generateBlob }: Host): readonly string[] {
  return [
    "const form = new FormData();",
    ...parts.map(({ name = "", value, filename, contentType }) => {
      const content =
        filename === undefined
          ? writeExpression(value ?? "", syntax)
          : `${generateBlob(filename, contentType)}, ${toDoubleQuotedText(filename)}`;
      return `form.append(${toDoubleQuotedText(name)}, ${content});`;
    }),
  ];
}
