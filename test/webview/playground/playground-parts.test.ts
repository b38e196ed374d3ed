import assert from "node:assert/strict";
import { listSampleLanguages } from "../../../server/src/core/request/code/code-samples.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import { createInitialValues } from "../../../server/src/core/request/form/initial-values.ts";
import { listLanguages } from "../../../webview/src/playground/code-panel.tsx";
import { getFieldType } from "../../../webview/src/playground/fields/field-type.ts";
import { compareLines } from "../../../webview/src/playground/history-panel.tsx";
import { listSuggestedSecrets } from "../../../webview/src/playground/store/scheme-secrets.ts";
import { reconcileValues } from "../../../webview/src/playground/store/saved-forms.ts";
import { EventReader } from "../../../webview/src/playground/response/response-body.tsx";
import { parseJsonTree } from "../../../webview/src/playground/response/json-view.tsx";
import { suggestFileName } from "../../../webview/src/playground/ui/format.ts";
import { endpointPage } from "./playground-site.ts";
import { sampleSpec } from "./things-spec.ts";

describe("server-sent events", () => {
  const read = (...pieces: readonly string[]) => {
    const reader = new EventReader(new TextDecoder());
    for (const piece of pieces) reader.addBytes(new TextEncoder().encode(piece), 0);
    return reader.events.map(({ type, data, id }) => [type, data, id]);
  };

  it("are parsed regardless of how the chunks are split", () => {
    const text = "event: add\nid: 7\ndata: one\r\ndata:two\r\n\r\n: a comment\n\ndata\n\ndata: é\r\rid: 8\n\n";
    const full = [["add", "one\ntwo", "7"], ["message", "", "7"], ["message", "é", "7"]]; // prettier-ignore
    assert.deepEqual(read(text), full);
    const bytes = new TextEncoder().encode(text);
    const reader = new EventReader(new TextDecoder());
    for (const byte of bytes) reader.addBytes(Uint8Array.of(byte), 0);
    assert.deepEqual(
      reader.events.map(({ type, data, id }) => [type, data, id]),
      full,
    );
  });

  it("are available once their last line has arrived, up to a maximum number", () => {
    assert.deepEqual(read("data: a\n"), []);
    assert.deepEqual(read("data: a\n", "\n"), [["message", "a", ""]]);
    const reader = new EventReader(new TextDecoder(), 2);
    reader.addBytes(new TextEncoder().encode("data: 1\n\ndata: 2\n\ndata: 3\n\n"), 0);
    assert.deepEqual([reader.events.map(({ data }) => data), reader.droppedCount], [["2", "3"], 1]);
  });
});

describe("tree of JSON text", () => {
  it("exists if and only if JSON.parse returns a value", () => {
    const yes = ["1", "-0.5e+10", '"\\u00e9\\n"', "null", "[]", "{}", ' [1, {"a": [true, "x"]} ] ', '{"a":{"b":[]}}'];
    const no = ["", "01", "+1", "'a'", "[1,]", '{"a":1,}', "{a:1}", "[1 2]", '"a\nb"', "nul", "[]]", '{"a"}', "tru e"];
    for (const text of yes) {
      assert.doesNotThrow(() => JSON.parse(text));
      assert.ok(parseJsonTree(text), text);
    }
    for (const text of no) {
      assert.throws(() => JSON.parse(text), text);
      assert.equal(parseJsonTree(text), undefined, text);
    }
  });

  it("is undefined for text that is nested too deeply", () => {
    assert.equal(parseJsonTree("[".repeat(100_000) + "]".repeat(100_000)), undefined);
  });
});

describe("comparing two versions of text", () => {
  const shown = (before: string, after: string) =>
    compareLines(before, after).map(({ kind, text }) => ({ same: " ", removed: "-", added: "+" })[kind] + text);

  it("finds as many equal lines as possible", () => {
    assert.deepEqual(shown("a\nb\nc\nd", "a\nc\nx\nd"), [" a", "-b", " c", "+x", " d"]);
    assert.deepEqual(shown("a", "a"), [" a"]);
    assert.deepEqual(shown("a\na", "a"), [" a", "-a"]);
  });

  it("allows either version to be reconstructed", () => {
    const [before, after] = ["one\ntwo\nthree\ntwo\nfour", "two\nthree\nfour\ntwo\nfive"];
    const lines = compareLines(before, after);
    const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text).join("\n"); // prettier-ignore
    assert.deepEqual([without("added"), without("removed")], [before, after]);
  });
});

describe("playground form model", () => {
  it("offers the languages that have code samples", () => {
    assert.deepEqual(
      listLanguages(undefined).map(([name]) => name).toSorted(),
      listSampleLanguages().toSorted(),
    ); // prettier-ignore
    assert.deepEqual(listLanguages(["Go", "curl"]).slice(0, 2), [["go", "Go"], ["curl", "cURL"]]); // prettier-ignore
  });

  it("has a field for every kind of schema", async () => {
    const { form } = await endpointPage(sampleSpec);
    const shapes = form.parameters.map(({ name, schema }) => `${name} ${getFieldType(form.schemas, schema).kind}`);
    assert.deepEqual(shapes, [
      "id text", "limit number", "order enum", "deep boolean", "tags array", "since text", "filter object", "X-Trace text",
    ]); // prettier-ignore
  });

  it("preserves input when the specification changes, except in removed fields", async () => {
    const { form } = await endpointPage(sampleSpec);
    const filled: RequestValues = {
      server: { at: 7, variables: {} },
      way: 9,
      credentials: { token: { kind: "value", value: "{{secret:token}}" } },
      parameters: { "path id": { sent: false, value: "7" }, "query gone": { sent: true, value: 1 } },
      body: { type: "application/gone", kind: "text", text: "x" },
    };
    const retained = reconcileValues(form, filled, createInitialValues(form));
    assert.deepEqual(retained.parameters["path id"], { sent: true, value: "7" });
    assert.equal("query gone" in retained.parameters, false);
    assert.deepEqual([retained.server.at, retained.way, retained.body?.type], [0, 0, "application/json"]);
    assert.deepEqual(retained.credentials, filled.credentials);
  });

  it("offers a scheme's own secrets first, and those of other origins last", () => {
    const [here, there] = ["https://api.example.com", "https://other.example.com"];
    const secrets = [
      { name: "token-elsewhere", origin: there },
      { name: "other", origin: here },
      { name: "token-staging", origin: here },
      { name: "token", origin: here },
    ];
    assert.deepEqual(listSuggestedSecrets("token", secrets, `${here}/things`), ["token", "token-staging", "other", "token-elsewhere"]); // prettier-ignore
    assert.deepEqual(listSuggestedSecrets("key", [], "not a URL"), ["key"]);
  });

  it("suggests file names without a path", () => {
    const name = (disposition: string, url: string, type = "image/png") =>
      suggestFileName({ headers: [["Content-Type", type], ["content-disposition", disposition]] } as never, url); // prettier-ignore
    assert.equal(name("", "https://a.example/files/7"), "7.png");
    assert.equal(name('attachment; filename="plan.pdf"', "https://a.example/"), "plan.pdf");
    assert.equal(name('attachment; filename="../../.bashrc"', "https://a.example/"), "bashrc.png");
    assert.equal(name("", "https://a.example/", "application/x"), "response");
  });
});
