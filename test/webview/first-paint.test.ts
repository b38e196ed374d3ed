import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { schedulePaint } from "../../webview/src/host/preview-app.tsx";
import { createPageStore } from "../../webview/src/host/page-store.ts";

const storeWith = (): ReturnType<typeof createPageStore> =>
  createPageStore({ onStateChange: () => undefined, onReload: () => undefined, onMarkdown: () => undefined });
const missing = { kind: "missing", missingPage: { url: "/x", text: "This page doesn’t exist." } } as const;

describe("first paint of a tab", () => {
  it("shows the page immediately if it's available", () => {
    const store = storeWith();
    store.receive(missing);
    let times = 0;
    schedulePaint(store, () => times++);
    assert.equal(times, 1);
  });

  it("shows the page if it arrives soon, and nothing before that", async () => {
    const store = storeWith();
    let times = 0;
    schedulePaint(store, () => times++);
    store.receive({ kind: "loading", location: { title: "x" } });
    await pause(20);
    assert.equal(times, 0);
    store.receive(missing);
    assert.equal(times, 1);
    await pause(250);
    assert.equal(times, 1);
  });

  it("shows a loading message if the page takes longer", async () => {
    let times = 0;
    schedulePaint(storeWith(), () => times++);
    await pause(250);
    assert.equal(times, 1);
  });
});
