import assert from "node:assert/strict";
import { deskInTest, type DeskInTest } from "../../../test/harness/playground-desk.ts";
import type { HistoryDraft } from "../core/request/playground-messages.ts";
import { memoryStore } from "./playground-store.ts";

const canary = "canary-5e7b-secret";

describe("the history of what was sent", () => {
  const open: DeskInTest[] = [];
  const start = (options?: Parameters<typeof deskInTest>[0]): DeskInTest => {
    const desk = deskInTest(options);
    open.push(desk);
    return desk;
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  afterEach(() => Promise.all(open.splice(0).map((desk) => desk.dispose())));

  const draft: HistoryDraft = {
      key: "openapi.yaml POST /users",
      values: {
        server: { at: 0, variables: {} },
        way: 0,
        credentials: { basic: { kind: "basic", user: "you", password: "typed-password" }, key: { kind: "value", value: "{{secret:token}}" } },
        parameters: { "query key": { sent: true, value: canary } },
        body: { type: "application/json", kind: "text", text: `{"token":"${canary}"}` },
      },
      request: {
        method: "POST",
        url: `https://api.example.com/users?key=${encodeURIComponent(canary)}`,
        headers: [["Authorization", `Basic ${Buffer.from("you:typed-password").toString("base64")}`], ["X-Api-Key", "typed-key"], ["X-Trace", Buffer.from(canary).toString("base64")], ["X-Ref", "{{secret:token}}"]],
        cookies: [["session", "abc"]],
        body: { kind: "text", text: `{"token":"${canary}"}` },
      },
      status: 201,
      milliseconds: 12,
      bytes: 34,
    }; // prettier-ignore

  it("holds no secret in any form, and nothing that was typed where credentials belong", async () => {
    const store = memoryStore();
    const desk = start({ store, now: () => 1234 });
    desk.hear({ kind: "setSecret", name: "token", url: "https://api.example.com", value: canary });
    await settled();
    desk.hear({ kind: "remember", entry: draft });
    await settled();
    const [entry] = desk.state().history;
    assert.deepEqual(
      [entry?.key, entry?.at, entry?.status, entry?.request.method],
      [draft.key, 1234, 201, "POST"],
    );
    assert.deepEqual(entry?.request.headers, [["Authorization", "Basic {{secret:not-kept}}"], ["X-Api-Key", "{{secret:not-kept}}"], ["X-Trace", "{{secret:token}}"], ["X-Ref", "{{secret:token}}"]]); // prettier-ignore
    assert.deepEqual(entry?.values.credentials["basic"], { kind: "basic", user: "you", password: "" });
    assert.deepEqual(entry?.values.credentials["key"], { kind: "value", value: "{{secret:token}}" });
    const text = JSON.stringify([desk.told, store.get("playground/file:///site/history")]);
    for (const form of [canary, "typed-password", "typed-key", Buffer.from(canary).toString("base64"), Buffer.from("you:typed-password").toString("base64"), '"abc"']) assert.ok(!text.includes(form), form); // prettier-ignore
  });

  it("has at most 200 entries of 100 kB, the newest, and forgets what it is told to", async () => {
    const desk = start();
    const text = "x".repeat(60_000);
    const large = { ...draft, key: "large", request: { ...draft.request, body: { kind: "text", text } }, values: { ...draft.values, body: { type: "text/plain", kind: "text", text } } } as const; // prettier-ignore
    desk.hear({ kind: "remember", entry: large });
    desk.hear({ kind: "remember", entry: { ...draft, key: "x".repeat(100_001) } });
    await settled();
    assert.deepEqual(desk.state().history.map(({ key, request, values }) => [key, request.body, values.body]), [["large", undefined, undefined]]); // prettier-ignore
    for (let at = 0; at < 205; at++) desk.hear({ kind: "remember", entry: { ...draft, key: `k${at}` } });
    await settled();
    const { history } = desk.state();
    assert.deepEqual([history.length, history[0]?.key, history.at(-1)?.key], [200, "k204", "k5"]);
    desk.hear({ kind: "forgetHistory", id: history[0]?.id ?? "" });
    assert.deepEqual([desk.state().history.length, desk.state().history[0]?.key], [199, "k203"]);
    desk.hear({ kind: "forgetHistory" });
    assert.deepEqual(desk.state().history, []);
  });
});
