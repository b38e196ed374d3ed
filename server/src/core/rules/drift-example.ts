import type { Example } from "./rule.ts";

/** An endpoint page with and without a drift from one small API, which every example of these rules is about. */
export function driftExample(bad: string, good: string): Example {
  return { bad: siteWith(bad), good: siteWith(good) };
}

/** JSON as readers would copy it to send. */
export function requestSample(json: string): string {
  return `<RequestExample>\n\`\`\`json\n${json}\n\`\`\`\n</RequestExample>`;
}

function siteWith(text: string): string {
  return `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

${text}
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`;
}
