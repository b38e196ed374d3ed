import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandHost } from "../command.ts";
import { readPreviewEnvironment } from "./preview-command.ts";

describe("docwright preview --environment", () => {
  const folder = mkdtempSync(join(tmpdir(), "docwright-environment-"));
  after(() => rmSync(folder, { recursive: true }));
  const host = { cwd: folder, environment: { API_KEY: "k-5130" } } as unknown as CommandHost;
  const getReason = (name: string, text: string): string => {
    try {
      read(name, text);
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    return "";
  };
  const read = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return readPreviewEnvironment(name, host);
  };

  it("reads a `docwright test` environment file and takes secrets from the environment variables that the file lists", () => {
    const text = JSON.stringify({
      baseUrl: "http://localhost:4010/v2",
      variables: { id: "shp_1" },
      secrets: { bearerKey: { env: "API_KEY" } },
    });
    assert.deepEqual(read("staging.json", text), {
      name: "staging",
      baseUrl: "http://localhost:4010/v2",
      variables: { id: "shp_1" },
      secrets: new Map([["bearerKey", "k-5130"]]),
    });
  });

  it("reads values from a .env file", () => {
    assert.deepEqual(read(".env", "SHIPMENT=shp_1\n# none\nPORT='DE HAM'\n"), {
      name: ".env",
      baseUrl: undefined,
      variables: { SHIPMENT: "shp_1", PORT: "DE HAM" },
      secrets: new Map(),
    });
  });

  it("reports a file that can't be read or is invalid", () => {
    assert.equal(readPreviewEnvironment(undefined, host), undefined);
    assert.throws(() => readPreviewEnvironment("gone.json", host), /can't read the environment gone\.json/);
    assert.match(getReason("a.json", '{ "secrets": { "t": { "env": "API_KEY" } } }'), /no `baseUrl`/);
    assert.match(getReason("b.json", '{ "secrets": { "t": "in the open" } }'), /contains the value of `t`/);
  });
});
