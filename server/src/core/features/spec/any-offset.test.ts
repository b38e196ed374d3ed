import assert from "node:assert/strict";
import fc from "fast-check";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { readWholeSpec, type LoadedSpecification } from "../../spec/read-spec.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { completeSpec } from "./complete-spec.ts";
import { createOperationLenses } from "./code-lenses.ts";
import { handleSpecRequest, type SpecEditorResults, type SpecEditorRequest } from "./spec-queries.ts";
import { placesIn, chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";

const yaml = `openapi: 3.1.0
info: { title: A, version: "1" }
tags: [{ name: T, x-group: G }, { name: "T" }]
security: [{ key: [] }]
paths:
  "/a/{id}": &item
    parameters: [{ $ref: "#/components/parameters/Id" }]
    get:
      tags: [T, 'T']
      operationId: getA
      x-service: { href: /a, metadata: { hidden: true }, groups: [x] }
      responses: { "200": { links: { next: { operationId: getA } }, $ref: "#/components/responses/~1" } }
  /b: *item
  /c: { $ref: "#/paths/~1a~1{id}" }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { $ref: "#/components/schemas/Loop" } } }
  schemas:
    Loop: { $ref: "#/components/schemas/Loop" }
    Pet:
      discriminator: { propertyName: kind, mapping: { a: Pet, b: "#/components/schemas/Pet" } }
      __proto__: { $ref: "other.yaml#/x%" }
`;
const json = `{ "openapi": "3.0.0", "paths": { "/a": { "get": { "tags": ["T"], "tags": ["\\u0054"], "x-service": { } } } },
  "components": { "schemas": { "A": { "$ref": "#/components/schemas/A/properties/b" } } }, "tags": [{ "name": "T" }, 4, null] }`;
const asyncapi = `asyncapi: 3.0.0
channels: { chat: { address: /chat, messages: { m: { $ref: "#/components/messages/M" } } } }
operations: { send: { action: send, channel: { $ref: "#/channels/chat" } } }
components: { messages: { M: { payload: { type: object } } } }
`;
const site = siteOf(new Map([["docs.json", "{}"]]));
const texts = { "api.yaml": yaml, "api.json": json, "chat.yaml": asyncapi };

function sendRequest<About extends keyof SpecEditorResults>(
  { files, outline }: LoadedSpecification,
  text: string,
  question: SpecEditorRequest & { readonly about: About },
): SpecEditorResults[About] {
  return handleSpecRequest(files, outline, question, () => text) as SpecEditorResults[About];
}

/** Sends every request that is possible at an offset. */
function sendAllRequests(read: LoadedSpecification, text: string, offset: number): void {
  const file = read.outline.path;
  createOperationLenses({ ...site, specs: new Map([[file, read.outline]]) }, file);
  sendRequest(read, text, { about: "symbols", file });
  sendRequest(read, text, { about: "hover", file, offset });
  sendRequest(read, text, { about: "rename-start", file, offset });
  const caret = sendRequest(read, text, { about: "caret", file, offset });
  if (caret) {
    const { cursor } = caret;
    assert.ok(cursor.replace.start <= cursor.replace.end && cursor.replace.end <= text.length);
    for (const item of completeSpec(site, file, text, caret).items) applyEdits(text, [item.edit]);
  }
  const symbolAt = sendRequest(read, text, { about: "symbol", file, offset });
  if (!symbolAt) return;
  const { symbol } = symbolAt;
  sendRequest(read, text, { about: "references", symbol });
  const renamed = sendRequest(read, text, { about: "rename", symbol, newName: "Renamed" });
  if (!renamed.ok) return assert.match(formatMessageInEnglish(renamed.reason), /^[A-Z].*\.$/);
  let after = text;
  for (const one of renamed.edits) if (one.kind === "edit") after = applyEdits(after, one.edits);
  const rereadSpec = readWholeSpec(file, after, () => undefined);
  assert.equal(rereadSpec?.outline.operations.length, read.outline.operations.length);
  // Every reference that resolved before the rename must still resolve.
  const listProblemKinds = ({ outline }: LoadedSpecification) => outline.problems.map(({ kind }) => kind);
  assert.deepEqual(rereadSpec && listProblemKinds(rereadSpec), listProblemKinds(read));
}

describe("language features at any offset of a specification", () => {
  for (const [file, text] of Object.entries(texts))
    it(`never fail in ${file}, and renames keep references valid`, () => {
      const read = readWholeSpec(file, text, () => undefined);
      assert.ok(read);
      for (const offset of placesIn(text.length, 3)) sendAllRequests(read, text, offset);
    }).timeout(60_000);

  it("never fail in incomplete text", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(texts)),
        fc.nat(),
        fc.nat({ max: 12 }),
        fc.string({
          maxLength: 6,
          unit: fc.constantFrom("{", "}", "[", ":", "-", " ", "\n", '"', "'", "#", "x-", "\r\n", "\t", "&"),
        }),
        ([file, text], index, length, typedText) => {
          const offset = index % (text.length + 1);
          const changed = text.slice(0, offset) + typedText + text.slice(offset + length);
          const read = readWholeSpec(file, changed, () => undefined);
          for (const nearOffset of read ? [offset, offset + typedText.length] : [])
            if (read) sendAllRequests(read, changed, Math.min(nearOffset, changed.length));
        },
      ),
      { numRuns: chooseByMode(100, 300) },
    );
  }).timeout(60_000);
});
