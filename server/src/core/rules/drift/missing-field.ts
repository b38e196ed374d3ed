import { cureOf, driftsOn } from "../drift-findings.ts";
import { checkPage, defineRule } from "../rule.ts";

export const driftMissingField = defineRule({
  code: "drift/missing-field",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample, or the fields a page describes, lack one that the operation requires.",
  why: "A request without a field that the operation requires is refused, so what readers copy from the page does not work; and where fields are described, they never learn of this one.",
  messages: {
    missing:
      "{Holder} of `{operation}` needs `{name}`, which is not here, so what readers copy is refused. Add it.",
    answer:
      "{Holder} of `{operation}` always has `{name}`, which is not here, so readers do not learn of it. Add it.",
    there: "It is required here.",
    add: "Add `{name}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

<RequestExample>
\`\`\`json
[|{|] "item": "tea" }
\`\`\`
</RequestExample>
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

<RequestExample>
\`\`\`json
{ "item": "tea", "size": "small" }
\`\`\`
</RequestExample>
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

<[|ParamField|] body="item" type="string" required />
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

<ParamField body="item" type="string" required />

<ParamField body="size" type="string" required />
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`,
    },
  ],
  check: checkPage(function* (page, site) {
    for (const { at, there, args } of driftsOn(page, site, "missing-field"))
      yield {
        message: args.holder.startsWith("the answer") ? "answer" : "missing",
        args,
        at,
        related: [{ at: there, message: "there" }],
      };
  }),
  *fixes(finding, site) {
    const edits = cureOf(finding, site, "missing-field");
    if (edits)
      yield {
        title: "add",
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  },
});
