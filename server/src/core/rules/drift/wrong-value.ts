import { cureOf, driftsOn } from "../drift-findings.ts";
import { checkPage, defineRule } from "../rule.ts";

export const driftWrongValue = defineRule({
  code: "drift/wrong-value",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample has a value that is not among those that the operation takes.",
  why: "The operation takes certain values only. Readers who copy another one get an error.",
  messages: {
    wrong:
      "`{name}` in {holder} of `{operation}` is {expected}, so {found} is refused when readers copy it. Use one of those.",
    there: "The values are listed here.",
    correct: "Write what the API file says",
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
{ "item": "tea", "size": [|"smal"|] }
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
  ],
  check: checkPage(function* (page, site) {
    for (const { at, there, args } of driftsOn(page, site, "wrong-value"))
      yield { message: "wrong", args, at, related: [{ at: there, message: "there" }] };
  }),
  *fixes(finding, site) {
    const edits = cureOf(finding, site, "wrong-value");
    if (edits)
      yield {
        title: "correct",
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  },
});
