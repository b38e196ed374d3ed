import assert from "node:assert/strict";
import { readSpecTree } from "../../spec/read-spec-tree.ts";
import { operationsIn } from "./operations-in.ts";

const keysIn = (text: string) => operationsIn(readSpecTree("a.yaml", text)).map(({ keys }) => keys.join(" "));

describe("operationsIn", () => {
  const table: readonly (readonly [what: string, text: string, keys: readonly string[]])[] = [
    ["a specification", "openapi: 3.1.0\npaths: { /a: { get: {} } }\ncomponents: { pathItems: { B: { put: {} } } }", ["paths /a get", "components pathItems B put"]],
    ["a path item", "get: {}\nadditionalOperations: { COPY: {} }", ["get", "additionalOperations COPY"]],
    ["path items by name", "users: { get: {} }\norders: { put: {} }", ["users get", "orders put"]],
    ["an operation", "operationId: list\nresponses: {}\ncallbacks: { done: { x: { post: {} } } }", ["", "callbacks done x post"]],
    ["operations by name", "list: { responses: {} }\nread: { responses: {} }\nUser: { type: object }", ["list", "read"]],
    ["components, which have answers too", "schemas: {}\nresponses: {}", []],
    ["a specification that has none", "openapi: 3.1.0\ncomponents: { responses: {} }", []],
    ["schemas", "User: { properties: { responses: { type: string } } }", []],
  ]; // prettier-ignore
  for (const [what, text, keys] of table) it(what, () => assert.deepEqual(keysIn(text), keys));
});
