import { fixedMethods } from "../../server/src/core/spec/outline-operations.ts";
import type { Captures, Grammar } from "./grammar.ts";

/** Matches an HTTP method, such as `get`, in any letter case. */
const method = `(?i:${fixedMethods.join("|")})`;

/**
 * Returns the pattern of an operation. Its capture groups are file, method, path, file, `webhook`, and name, in this
 * order.
 */
function createOperationPattern(stop: string): string {
  const word = `[^\\s${stop}]+`;
  return `(?:(?:(${word})[ \\t]+)?(${method})[ \\t]+(/[^\\s${stop}]*)|(?:(${word})[ \\t]+)?((?i:webhook))[ \\t]+(${word}))`;
}

const parts = {
  file: { name: "entity.name.namespace.specification.docwright" },
  method: { name: "keyword.control.http-method.docwright" },
  path: {
    name: "entity.name.function.endpoint-path.docwright",
    patterns: [{ match: "\\{[^{}\\s]*\\}", name: "variable.parameter.endpoint-path.docwright" }],
  },
  webhook: { name: "entity.name.function.webhook.docwright" },
  name: { name: "entity.name.type.specification.docwright" },
};

/** Returns the names of the capture groups of `createOperationPattern`, starting at index `first`. */
function createOperationParts(first: number): Captures {
  const { file, method: verb, path, webhook } = parts;
  return Object.fromEntries([file, verb, path, file, verb, webhook].map((part, index) => [first + index, part]));
}

/**
 * The grammar for endpoint references that are complete JSON strings, such as `"GET /users"`, `"api.json GET /users"`,
 * or `"webhook order.paid"`.
 */
export const endpointsInJson: Grammar = {
  name: "Endpoint references in JSON",
  scopeName: "docwright.endpoint-reference.json.injection",
  injectionSelector: "L:string.quoted.double.json",
  patterns: [
    {
      name: "meta.endpoint-reference.docwright",
      match: `(?<=")[ \\t]*${createOperationPattern('"\\\\')}[ \\t]*(?=")`,
      captures: createOperationParts(1),
    },
  ],
};

const createKey = (names: string) => `^(${names})[ \\t]*(:)[ \\t]+(["']?)`;
const end = `(["']?)[ \\t]*(?=$|[ \\t]#)`;
const keyParts: Captures = {
  1: { name: "entity.name.tag.yaml" },
  2: { name: "punctuation.separator.key-value.mapping.yaml" },
  3: { name: "punctuation.definition.string.begin.yaml" },
};
const closing = { name: "punctuation.definition.string.end.yaml" };

/**
 * The grammar for endpoint references in frontmatter, such as `openapi: GET /users`, `api: POST
 * https://api.example.com/users`, or `asyncapi: ws.yaml chat`. Covers the frontmatter scopes of Docwright, VS Code's
 * Markdown, and other MDX grammars.
 */
export const endpointsInFrontmatter: Grammar = {
  name: "Endpoint references in frontmatter",
  scopeName: "docwright.endpoint-reference.frontmatter.injection",
  injectionSelector: "L:meta.embedded.block.frontmatter, L:source.mdx meta.embedded.yaml - markup.code",
  patterns: [
    {
      name: "meta.endpoint-reference.docwright",
      match: `${createKey("openapi")}${createOperationPattern("\"'#")}${end}`,
      captures: { ...keyParts, ...createOperationParts(4), 10: closing },
    },
    {
      name: "meta.endpoint-reference.docwright",
      match: `${createKey("api")}(${method})[ \\t]+([^\\s"'#]+)${end}`,
      captures: { ...keyParts, 4: parts.method, 5: parts.path, 6: closing },
    },
    {
      name: "meta.endpoint-reference.docwright",
      match: `${createKey("openapi-schema|asyncapi")}(?:([^\\s"'#]+)[ \\t]+)?([^\\s"'#]+)${end}`,
      captures: { ...keyParts, 4: parts.file, 5: parts.name, 6: closing },
    },
  ],
};
