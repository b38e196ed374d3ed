import { cureOf, driftsOn } from "../drift-findings.ts";
import { checkPage, defineRule } from "../rule.ts";

export const driftUnknownField = defineRule({
  code: "drift/unknown-field",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample or a described field that the operation does not have.",
  why: "Readers copy what a page shows. A field that the operation does not know is ignored or refused, and the author of the API will not tell them why.",
  messages: {
    near: "{Holder} of `{operation}` has no `{name}`, so what readers copy from here does not work. Did you mean `{expected}`?",
    unknown:
      "{Holder} of `{operation}` has no `{name}`, so what readers copy from here does not work. Remove it or add it to `{spec}`.",
    there: "What the API file says is here.",
    use: "Write `{expected}`",
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
{ "item": "tea", "size": "small", [|"cont"|]: 2 }
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
{ "item": "tea", "size": "small", "count": 2 }
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

<ParamField query="[|dryrun|]" type="boolean" />
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

<ParamField query="dry_run" type="boolean" />
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
    for (const { at, there, args } of driftsOn(page, site, "unknown-field"))
      yield {
        message: args.expected === "" ? "unknown" : "near",
        args,
        at,
        related: [{ at: there, message: "there" }],
      };
  }),
  *fixes(finding, site) {
    const edits = cureOf(finding, site, "unknown-field");
    if (edits)
      yield {
        title: "use",
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  },
});
