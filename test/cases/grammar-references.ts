import type { GrammarCase } from "./grammar-pages.ts";

const string = "string.quoted";
const method = "keyword.control.http-method";
const endpoint = "entity.name.function.endpoint-path";
const file = "entity.name.namespace.specification";

/** Pages whose frontmatter refers to endpoints. */
export const referencesInFrontmatter: readonly GrammarCase[] = [
  [
    "an operation in frontmatter",
    "---\nopenapi: GET /users/{id}\n---",
    ["openapi", "entity.name.tag.yaml"],
    ["GET", method],
    ["/users/", endpoint],
    ["{id}", "variable.parameter.endpoint-path"],
  ],
  [
    "a quoted operation with its file",
    '---\nopenapi: "spec.json get /users"\n---',
    ["spec.json", file],
    ["get", method],
    ["/users", endpoint],
  ],
  [
    "a webhook",
    "---\nopenapi: webhook order.paid\n---",
    ["webhook", method],
    ["order.paid", "entity.name.function.webhook"],
  ],
  ["a URL in `api`", "---\napi: POST https://e.com/users\n---", ["POST", method], ["https://e.com/users", endpoint]],
  [
    "a schema and a channel",
    "---\nopenapi-schema: api.yaml User\nasyncapi: chat\n---",
    ["api.yaml", file],
    ["User", "entity.name.type.specification"],
    ["chat", "entity.name.type.specification"],
  ],
  [
    "the YAML after an operation",
    '---\nopenapi: GET /users\ntitle: "A"\n---',
    ["title", "entity.name.tag.yaml"],
    ["A", "string"],
  ],
  ["a title, which isn't a reference", "---\ntitle: GET /users\n---", ["GET", `!${method}`]],
  ["a YAML code block, which isn't frontmatter", "```yaml\nopenapi: GET /users\n```", ["GET", `!${method}`]],
];

/** Navigation entries in docs.json. */
export const referencesInJson: readonly GrammarCase[] = [
  [
    "an operation",
    '{ "pages": ["GET /users/{id}"] }',
    ["GET", method, string],
    ["/users/", endpoint],
    ["{id}", "variable.parameter"],
  ],
  [
    "an operation with its file",
    '["api/spec.json POST /users"]',
    ["api/spec.json", file],
    ["POST", method],
    ["/users", endpoint],
  ],
  ["a webhook", '["webhook order.paid"]', ["webhook", method], ["order.paid", "entity.name.function.webhook"]],
  ["a page, which isn't a reference", '["get started/users"]', ["get started/users", "!meta.endpoint-reference"]],
  ["a key, which isn't a reference", '{ "GET /users": 1 }', ["GET", "!meta.endpoint-reference"]],
  ["a sentence, which isn't a reference", '["Call GET /users to list"]', ["GET", "!meta.endpoint-reference"]],
];
