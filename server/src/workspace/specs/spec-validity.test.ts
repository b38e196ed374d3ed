import assert from "node:assert/strict";
import { SpecService } from "./spec-service.ts";
import { createMemoryDisk } from "../files/disk.ts";

/**
 * These tests check the results of the worker itself: that it finds its compiled checks, validates twice, and includes
 * fixes.
 */
describe("validation in the worker", () => {
  const reader = new SpecService();
  after(() => reader.end());

  async function listFaults(text: string) {
    const from = { disk: createMemoryDisk("/site", new Map([["api.yaml", text]])) };
    const outline = (await reader.read(from, "api.yaml"))?.outline;
    assert.ok(outline);
    const analysis = await reader.analyze(from, outline, { checksValidity: true, operations: [] });
    return analysis?.problems?.map(({ kind, name, fix }) => [kind, name, fix?.text]);
  }

  const start = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n';

  it("reports errors with their fixes", async () => {
    assert.deepEqual(await listFaults(`${start}paths: { /a: { get: { sumary: List } } }`), [
      ["unknown-key", "sumary", "summary"],
    ]);
  });

  it("performs a second validation if the first one finds no errors", async () => {
    assert.deepEqual(
      await listFaults(`${start}paths: { /a: { get: { parameters: [{ $ref: "#/components/schemas/A" }] } } }
components: { schemas: { A: {} } }`),
      [["second-verdict", "#/components/schemas/A", undefined]],
    );
  });

  it("reports nothing for a document that is valid or can't be validated", async () => {
    assert.deepEqual(await listFaults(`${start}paths: {}`), []);
    assert.equal(await listFaults(start.replace("3.1.0", "4.0.0")), undefined);
  });
});
