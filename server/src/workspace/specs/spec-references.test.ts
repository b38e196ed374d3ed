import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SpecService } from "./spec-service.ts";
import type { Disk } from "../files/disk.ts";
import { createNodeDisk } from "../files/node-disk.ts";

const canary = "c4n4ry-never-read";

/** These tests read invalid input from the disk with the worker that the product uses. */
describe("specification references read from disk", () => {
  let folder = "";
  let connections = 0;
  const server = createServer((_request, response) => response.end(`{"title":"${canary}"}`));
  server.on("connection", () => connections++);
  const specs = new SpecService();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "spec-references-"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    await specs.end();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  /** Returns the site's disk, along with a set to which every requested path is added. */
  const createWatched = (): { readonly disk: Disk; readonly asked: Set<string> } => {
    const real = createNodeDisk(join(folder, "site"));
    const loadedPaths = new Set<string>();
    const read: Disk["read"] = (path, maxSize) => {
      loadedPaths.add(path);
      return real.read(path, maxSize);
    };
    return {
      asked: loadedPaths,
      disk: { ...real, root: real.root, read, getStamp: (path) => real.getStamp(path) },
    };
  };

  it("never lead outside the site or open a connection", async () => {
    const secret = `{"title":"${canary}","get":{"summary":"${canary}"}}`;
    for (const path of ["secret.json", "secret.yaml", "site/notes.txt", "site/.env"]) write(path, secret);
    symlinkSync(join(folder, "secret.json"), join(folder, "site/link.json"));
    symlinkSync(folder, join(folder, "site/up"));
    const { port } = server.address() as AddressInfo;
    const references = [
      "../secret.json", "../secret.json#/title", "%2e%2e/secret.json", "%2E%2E%2Fsecret.yaml", "..%5Csecret.json",
      "x/../../secret.json", "file:///etc/hostname", `file://${folder}/secret.json`, join(folder, "secret.json"),
      "/etc/hostname", "link.json", "up/secret.json", "notes.txt", ".env", "../site/../secret.json",
      `http://127.0.0.1:${port}/a.json`, `http://localhost:${port}/a.json#/get`, `//127.0.0.1:${port}/a.json`,
      `http://2130706433:${port}/a.json`, `http://[::ffff:127.0.0.1]:${port}/a.json`, `HTTP%3A//127.0.0.1:${port}/a.json`,
      "http://169.254.169.254/latest/meta-data.json",
    ]; // prettier-ignore
    const text = JSON.stringify({
      openapi: "3.1.0",
      paths: Object.fromEntries(
        references.map(($ref, i) => [
          `/p${i}`,
          { get: { summary: "own", parameters: [{ $ref }], responses: { 200: { $ref } } } },
        ]),
      ),
      webhooks: Object.fromEntries(references.map(($ref, i) => [`w${i}`, { $ref }])),
    });
    write("site/api.json", text);
    const { disk, asked: loadedPaths } = createWatched();
    const from = { disk };
    const spec = await specs.read(from, "api.json", {
      checksValidity: false,
      operations: references.map((_, i) => ({ method: "GET", path: `/p${i}`, isWebhook: false })),
    });
    assert.ok(spec?.analysis);
    assert.equal(spec.analysis.models.operations.size, references.length);
    assert.deepEqual(spec.outline.webhooks, []);
    const answers = [JSON.stringify(spec.outline), JSON.stringify([...spec.analysis.models.operations])];
    for (const reference of references) {
      const offset = text.indexOf(JSON.stringify(reference)) + 2;
      const hover = await specs.requestEditorData(from, spec.outline, { about: "hover", file: "api.json", offset });
      assert.match(
        hover?.markdown ?? "",
        /^(Outside the site|The file isn't in the site|The file is neither|Not a valid file path)/,
        reference,
      );
      answers.push(hover?.markdown ?? "");
    }
    for (const answer of answers) assert.doesNotMatch(answer, new RegExp(canary));
    assert.deepEqual(
      [...loadedPaths].filter((path) => !["api.json", "link.json", "up/secret.json"].includes(path)),
      [],
    );
    for (const path of ["link.json", "up/secret.json"]) assert.equal(disk.read(path, 1_000).kind, "outside-site");
    assert.equal(connections, 0);
  }).timeout(60_000);

  it("cause one problem for a file deleted from a cycle of ten, at the reference to the file", async () => {
    for (let i = 0; i < 10; i++)
      write(
        `site/ring/f${i}.yaml`,
        `${i === 0 ? "openapi: 3.1.0\npaths: { /a: { get: { responses: { '200': { $ref: 'f1.yaml#/a' } } } } }\n" : ""}a: { description: d${i}, x: { $ref: "f${(i + 1) % 10}.yaml#/a" } }\n`,
      );
    rmSync(join(folder, "site/ring/f5.yaml"));
    const from = { disk: createNodeDisk(join(folder, "site")) };
    const operations = [{ method: "GET", path: "/a", isWebhook: false }];
    const spec = await specs.read(from, "ring/f0.yaml", { checksValidity: false, operations });
    const model = spec?.analysis?.models.operations.get("GET /a");
    assert.equal(model?.responses[0]?.description, "d1");
    assert.deepEqual(
      spec?.outline.problems.map((problem) => "text" in problem && [problem.kind, problem.file, problem.text]),
      [
        ["external-ref", undefined, "f1.yaml#/a"],
        ["external-ref", undefined, "f1.yaml#/a"],
        ["dangling-ref", "ring/f4.yaml", "f5.yaml#/a"],
      ],
    );
    const hover = await specs.requestEditorData(from, spec.outline, {
      about: "hover",
      file: "ring/f4.yaml",
      offset: 30,
    });
    assert.match(hover?.markdown ?? "", /isn't in the site/);
  }).timeout(60_000);
});
