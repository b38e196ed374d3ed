import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { SitePlayground } from "./playground.ts";

describe("SitePlayground", () => {
  it("writes examples one at a time, even after a failure, to the page on which each was requested", async () => {
    const writes: {
      readonly source: PageSource;
      readonly fail: (error: Error) => void;
      readonly done: () => void;
    }[] = [];
    const failures: string[] = [];
    const sent: unknown[] = [];
    const failIfCalled = () => assert.fail();
    const playground = new SitePlayground({
      send: (message) => sent.push(message.kind),
      colors: { colorize: failIfCalled },
      checkResponse: failIfCalled,
      checkMessage: failIfCalled,
      write: (source) =>
        new Promise((resolve, reject) => {
          writes.push({ source, fail: reject, done: () => resolve(undefined) });
        }),
      onFailed: (what) => failures.push(what),
    });
    const clicked = { path: "a.mdx" } as PageSource;
    playground.onSiteChanged(clicked);
    for (const askId of [1, 2, 3])
      playground.handleMessage({
        kind: "playground/saveExample",
        requestId: askId,
        status: 200,
        type: "text/plain",
        text: "",
      });
    playground.onSiteChanged({ path: "b.mdx" } as PageSource);
    await nextTurn();
    assert.equal(writes.length, 1);
    writes[0]?.fail(new Error("The disk is full."));
    await nextTurn();
    assert.equal(writes.length, 2);
    writes[1]?.done();
    await nextTurn();
    assert.equal(writes.length, 3);
    assert.ok(writes.every(({ source }) => source === clicked));
    assert.deepEqual(failures, ["saving an example"]);
    assert.deepEqual(sent, ["playground/done"]);
  });
});
