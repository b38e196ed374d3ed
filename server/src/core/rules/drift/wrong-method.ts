import { cureOf, driftsOn } from "../drift-findings.ts";
import { checkPage, defineRule } from "../rule.ts";

export const driftWrongMethod = defineRule({
  code: "drift/wrong-method",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample calls the path of the page with a method that the path does not have.",
  why: "Readers who copy the sample get an error: the API has no such method at this path.",
  messages: {
    wrong:
      "`{name}` has no {found} in `{spec}`, so what readers copy from here fails. This page is about {expected}: write that.",
    there: "The operation is here.",
    correct: "Write {expected}",
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

\`\`\`bash
curl -X [|PUT|] https://shop.example.com/orders -d @order.json
\`\`\`
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

\`\`\`bash
curl -X POST https://shop.example.com/orders -d @order.json
\`\`\`
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
    for (const { at, there, args } of driftsOn(page, site, "wrong-method"))
      yield { message: "wrong", args, at, related: [{ at: there, message: "there" }] };
  }),
  *fixes(finding, site) {
    const edits = cureOf(finding, site, "wrong-method");
    if (edits)
      yield {
        title: "correct",
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  },
});
