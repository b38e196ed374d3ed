import assert from "node:assert/strict";
import fs from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { assertSoon } from "../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { readWholeSpec } from "../../core/spec/read-spec.ts";
import { validateWithValidator, validators } from "./spec-validation.ts";

async function validate(marked: string) {
  const { files, marks } = parseFixture(marked);
  const [[file, text] = ["", ""]] = files;
  const specification = readWholeSpec(file, text, (other) => files.get(other));
  assert.ok(specification);
  const faults = await validateWithValidator(specification.files, specification.outline, { validators });
  assert.deepEqual(
    faults.map(({ range }) => range),
    marks.map(({ range }) => range),
  );
  return faults;
}

const start = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n';

describe("second validation", () => {
  it("reports a reference to the wrong type of component", async () => {
    const [fault] = await validate(`//- a.yaml
${start}paths:
  /users:
    get:
      parameters: [{ $ref: [|"#/components/schemas/User"|] }]
components: { schemas: { User: { type: object } } }
`);
    assert.equal(fault?.kind, "second-verdict");
    assert.equal(fault?.operation?.method, "GET");
  });

  it("returns the position of the last reference in a chain", async () => {
    await validate(`//- a.yaml
${start}paths:
  /users:
    get:
      responses: { "200": { $ref: "#/components/responses/Users" } }
components:
  responses: { Users: { $ref: [|"#/components/schemas/User"|] } }
  schemas: { User: { type: object } }
`);
  });

  for (const [what, text] of [
    ["a valid specification", `${start}paths: {}`],
    ...["3.0.0", "3.1.0"].flatMap((version) =>
      [
        'contact: { email: "" }',
        'contact: { email: "a@b" }',
        'contact: { url: "not a URL" }',
        'license: { name: MIT, url: "https://example.com/<name>" }',
        'termsOfService: "/terms of use"',
      ].map((field) => [
        `${field} in ${version}, which is reported only where it's defined`,
        `openapi: ${version}\ninfo: { title: A, version: "1", ${field} }\npaths: {}`,
      ]),
    ),
    [
      "keys next to a reference, which are ignored",
      `${start.replace("3.1.0", "3.0.0")}paths: { /a: { get: { responses: { "200": { $ref: "#/components/responses/A", unexpected: 1 } } } } }\ncomponents: { responses: { A: { description: OK } } }`,
    ],
    [
      "circular references",
      `${start}paths: {}\ncomponents: { schemas: { A: { properties: { b: { $ref: "#/components/schemas/A" } } } } }`,
    ],
    [
      "properties that contain themselves through an anchor",
      `${start.replace("3.1.0", "3.0.0")}paths: { /a: { get: { responses: { "200": { description: OK, content: { a/b: { schema: { $ref: "#/components/schemas/A" } } } } } } } }\ncomponents: { schemas: { A: { properties: &fields { b: { properties: *fields } } } } }`,
    ],
    [
      "a reference that doesn't resolve, which is reported elsewhere",
      `${start}paths: { /a: { get: { parameters: [{ $ref: "#/x" }] } } }`,
    ],
    [
      "an unknown version",
      `${start.replace("3.1.0", "3.2.0")}paths: { /a: { get: { parameters: [{ $ref: "#/info" }] } } }`,
    ],
  ] as const)
    // prettier-ignore
    it(`reports nothing for ${what}`, async () => assert.deepEqual(await validate(`//- a.yaml\n${text}`), []));

  it("skips a document that becomes infinite when its references are resolved", async () => {
    const levels = Array.from({ length: 25 }, (_, i) => {
      const many = Array.from({ length: 8 }, (__, k) => `p${k}: { $ref: "#/components/schemas/A${i + 1}" }`);
      return `    A${i}: { properties: { ${many.join(", ")} } }`;
    });
    const text = `${start.replace("3.1.0", "3.0.0")}paths: {}\ncomponents:\n  schemas:\n${levels.join("\n")}\n    A25: {}\n`;
    await assertSoon(3000, async () => assert.deepEqual(await validate(`//- a.yaml\n${text}`), []));
  });

  it("doesn't open files or connections, regardless of what a reference contains", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-canary-"));
    const canary = path.join(folder, "secret.json");
    writeFileSync(canary, '{ "name": "stolen", "in": "query", "schema": {} }');
    const loadedFiles: string[] = [];
    const server = createServer((request, response) => {
      loadedFiles.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const opened: string[] = [];
    const restore = watchReads((file) => opened.push(file));
    const references = [
      canary,
      `file://${canary}`,
      path.relative(process.cwd(), canary),
      "%2e%2e/secret.json",
      `http://127.0.0.1:${port}/a.json`,
      `//127.0.0.1:${port}/b.json`,
    ].map((reference) => `{ $ref: ${JSON.stringify(reference)} }`);
    try {
      await validate(`//- a.yaml\n${start}paths: { /a: { get: { parameters: [${references.join(", ")}] } } }`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      restore();
      server.close();
      rmSync(folder, { recursive: true });
    }
    assert.deepEqual(loadedFiles, []);
    assert.deepEqual(
      opened.filter((file) => /secret|canary/.test(file)),
      [],
    );
  });
});

/**
 * Calls `onReceived` for every file that is read, regardless of which function reads it. Returns a function that stops
 * watching.
 */
function watchReads(onReceived: (file: string) => void): () => void {
  const { readFile, readFileSync, open, openSync } = fs;
  const { readFile: readFileSoon, open: openSoon } = fs.promises;
  const observe = <F extends (...given: never[]) => unknown>(original: F): F =>
    ((...parameters: Parameters<F>) => {
      onReceived(String(parameters[0]));
      return original(...parameters);
    }) as F;
  fs.readFile = Object.assign(observe(readFile), readFile);
  fs.readFileSync = observe(readFileSync);
  fs.open = Object.assign(observe(open), open);
  fs.openSync = observe(openSync);
  fs.promises.readFile = observe(readFileSoon);
  fs.promises.open = observe(openSoon);
  return () => {
    Object.assign(fs, { readFile, readFileSync, open, openSync });
    Object.assign(fs.promises, { readFile: readFileSoon, open: openSoon });
  };
}
