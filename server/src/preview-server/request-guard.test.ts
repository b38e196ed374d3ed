import assert from "node:assert/strict";
import { PreviewSession } from "./request-guard.ts";

describe("preview session", () => {
  it("accepts its key any number of times, and a program's key once within a minute", () => {
    const session = new PreviewSession();
    assert.ok(session.consumeKey(session.key, 0) && session.consumeKey(session.key, 1e12));
    const [used, late] = [session.createKey(0), session.createKey(0)];
    assert.deepEqual([session.consumeKey(used, 60_000), session.consumeKey(used, 60_000)], [true, false]);
    assert.equal(session.consumeKey(late, 60_001), false);
    for (const other of ["", new PreviewSession().key, session.key.slice(1), `${session.key}=`])
      assert.equal(session.consumeKey(other), false);
  });

  it("keeps a limited number of unused keys", () => {
    const session = new PreviewSession();
    const keys = Array.from({ length: 300 }, () => session.createKey(0));
    const acceptedCount = keys.filter((key) => session.consumeKey(key, 1)).length;
    assert.ok(acceptedCount > 0 && acceptedCount <= 100, `${acceptedCount} keys`);
    const last = session.createKey(0);
    assert.ok(session.consumeKey(last, 1));
  });
});
