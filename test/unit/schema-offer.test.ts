import assert from "node:assert/strict";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { disableSchema, SchemaOffer } from "../../client/src/editor/schema-warning.ts";

const config = URI.parse("file:///site/docs.json");
const schema = "https://mintlify.com/docs.json";
const failure = { source: "json", code: 0x10001 };
const entry = {
  fileMatch: ["docs.json"],
  url: schema,
  schema: { description: "Docwright checks docs.json." },
};

describe("offer to disable a docs.json schema that VS Code can't load", () => {
  let stored: Map<string, unknown>;
  let offer: SchemaOffer | undefined;
  let roots: readonly string[];

  const start = () => {
    const memory = {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    };
    const server = {
      get state() {
        return { kind: "running", status: { sites: roots.map((root) => ({ root })) } };
      },
      onDidChangeStatus: (listener: () => void) => {
        changed = listener;
        return { dispose: () => undefined };
      },
    };
    offer?.dispose();
    offer = new SchemaOffer(
      server as unknown as ConstructorParameters<typeof SchemaOffer>[0],
      memory as unknown as ConstructorParameters<typeof SchemaOffer>[1],
    );
  };
  let changed: () => void = () => undefined;
  /** Opens docs.json and reports the problems that VS Code has found in it. */
  const open = async (text: string, problems: readonly (typeof failure)[] = [failure], isDirty = false) => {
    const document = { uri: config, getText: () => text, isDirty };
    fakeEditor.documents.splice(0, Infinity, document);
    fakeEditor.diagnostics.set(config.toString(), problems);
    fakeEditor.diagnosticsChanged.fire({ uris: [config] });
    await new Promise(setImmediate);
  };
  const withSchema = `{ "$schema": "${schema}" }`;
  const urls = () => ((fakeEditor.settings.get("json.schemas") ?? []) as { url: string }[]).map(({ url }) => url);

  beforeEach(() => {
    stored = new Map();
    roots = ["file:///site"];
    fakeEditor.asked.length = 0;
    fakeEditor.answers.length = 0;
    fakeEditor.settings.clear();
    fakeEditor.settingTargets.clear();
    fakeEditor.isTrusted = true;
    start();
  });
  afterEach(() => {
    offer?.dispose();
    fakeEditor.documents.length = 0;
    fakeEditor.diagnostics.clear();
    fakeEditor.isTrusted = true;
  });

  it("disables the schema in the user settings if the user accepts, so that Docwright validates the file", async () => {
    fakeEditor.answers.push("Use Docwright's Checks");
    await open(withSchema);
    const [asked, ...others] = fakeEditor.asked;
    assert.equal(asked?.kind, "information");
    assert.deepEqual(asked?.options, [
      "VS Code can't load the schema for docs.json from mintlify.com. Do you want Docwright to check the file instead? This adds an entry to json.schemas in your user settings.",
      "Use Docwright's Checks",
      "Keep Warning",
    ]);
    assert.deepEqual(others, []);
    assert.deepEqual(fakeEditor.settings.get("json.schemas"), [entry]);
    assert.deepEqual([...fakeEditor.settingTargets], [1]);
  });

  it("is made only once, regardless of the answer", async () => {
    for (const answer of ["Keep Warning", undefined]) {
      stored.clear();
      fakeEditor.asked.length = 0;
      fakeEditor.answers.push(answer);
      await open(withSchema);
      start();
      await open(withSchema);
      assert.equal(fakeEditor.asked.length, 1);
      assert.equal(fakeEditor.settings.get("json.schemas"), undefined);
    }
  });

  it("also applies to other schemas from the host if the user accepts, but not to schemas that the user enables again", async () => {
    const older = "https://mintlify.com/schema/docs.json";
    fakeEditor.answers.push("Use Docwright's Checks");
    await open(withSchema);
    start();
    await open(`{ "$schema": "${older}" }`);
    assert.deepEqual(urls(), [schema, older]);
    fakeEditor.settings.set("json.schemas", []);
    await open(withSchema);
    await open(`{ "$schema": "${older}" }`);
    assert.deepEqual(urls(), []);
    assert.equal(fakeEditor.asked.length, 1);
  });

  it("isn't applied to unsaved text or to other hosts, where a schema may be incomplete or unexpected", async () => {
    fakeEditor.answers.push("Use Docwright's Checks");
    await open(withSchema);
    for (let length = "https://m".length; length < schema.length; length++)
      await open(`{ "$schema": "${schema.slice(0, length)}" }`, [failure], true);
    await open('{ "$schema": "https://mintlify.co" }');
    await open('{ "$schema": "https://leaves.mintlify.com/docs.json" }');
    assert.deepEqual(urls(), [schema]);
    assert.equal(fakeEditor.asked.length, 1);
  });

  it("is applied to at most 20 schemas", async () => {
    fakeEditor.answers.push("Use Docwright's Checks");
    await open(withSchema);
    for (let i = 0; i < 30; i++) await open(`{ "$schema": "${schema}?${i}" }`);
    assert.equal(urls().length, 20);
  });

  it("isn't applied to other schemas if the user declines", async () => {
    fakeEditor.answers.push("Keep Warning");
    await open(withSchema);
    await open('{ "$schema": "https://example.com/docs.json" }');
    assert.equal(fakeEditor.settings.get("json.schemas"), undefined);
    assert.equal(fakeEditor.asked.length, 1);
  });

  it("is made only if a remote schema failed to load on a site in a trusted workspace", async () => {
    await open(withSchema, []);
    await open(withSchema, [{ source: "json", code: 0x201 }]);
    await open(withSchema, [{ source: "other", code: failure.code }]);
    await open('{ "$schema": "./schema.json" }');
    roots = ["file:///other"];
    await open(withSchema);
    roots = ["file:///site"];
    fakeEditor.isTrusted = false;
    await open(withSchema);
    assert.deepEqual(fakeEditor.asked, []);
  });

  it("is made if the site is found after the failure", async () => {
    roots = [];
    await open(withSchema);
    assert.deepEqual(fakeEditor.asked, []);
    roots = ["file:///site"];
    changed();
    await new Promise(setImmediate);
    assert.equal(fakeEditor.asked.length, 1);
  });

  it("adds one entry to the settings, after the existing ones", async () => {
    fakeEditor.settings.set("json.schemas", [{ url: "https://example.com/a.json" }]);
    await disableSchema(schema);
    await disableSchema(schema);
    assert.deepEqual(fakeEditor.settings.get("json.schemas"), [{ url: "https://example.com/a.json" }, entry]);
  });
});
