import { cureOf, driftsOn } from "../drift-findings.ts";
import { checkPage, defineRule } from "../rule.ts";

export const driftWrongRequired = defineRule({
  code: "drift/wrong-required",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A described field is marked as required or not, and the operation says otherwise.",
  why: "Readers leave out what is not marked as required, and look for values of what is. The API tells them that the page was wrong.",
  messages: {
    required:
      "`{name}` in {holder} of `{operation}` is required, which this does not say, so readers leave it out. Add `required`.",
    optional:
      "`{name}` in {holder} of `{operation}` is optional, so readers look for a value in vain. Remove `required`.",
    there: "The API file says so here.",
    add: "Add `required`",
    remove: "Remove `required`",
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

<ParamField body="[|item|]" type="string" />

<ParamField body="size" type="string" required />
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
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

<ParamField query="dry_run" type="boolean" [|required|] />
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
    for (const { at, there, args } of driftsOn(page, site, "wrong-required"))
      yield {
        message: args.expected === "required" ? "required" : "optional",
        args,
        at,
        related: [{ at: there, message: "there" }],
      };
  }),
  *fixes(finding, site) {
    const edits = cureOf(finding, site, "wrong-required");
    if (edits)
      yield {
        title: finding.message === "required" ? "add" : "remove",
        args: finding.args ?? {},
        edits: [{ kind: "edit", file: finding.at.file, edits }],
      };
  },
});
