import assert from "node:assert/strict";
import { Session } from "./request-guard.ts";

describe("preview session", () => {
  it("accepts its key any number of times, and a program's key once within a minute", () => {
    const session = new Session();
    assert.ok(session.consumeToken(session.key, 0) && session.consumeToken(session.key, 1e12));
    const [used, late] = [session.createKey(0), session.createKey(0)];
    assert.deepEqual([session.consumeToken(used, 60_000), session.consumeToken(used, 60_000)], [true, false]);
    assert.equal(session.consumeToken(late, 60_001), false);
    for (const other of ["", new Session().key, session.key.slice(1), `${session.key}=`])
      assert.equal(session.consumeToken(other), false);
  });

  it("keeps a limited number of unused keys", () => {
    const session = new Session();
    const keys = Array.from({ length: 300 }, () => session.createKey(0));
    const acceptedCount = keys.filter((key) => session.consumeToken(key, 1)).length;
    assert.ok(acceptedCount > 0 && acceptedCount <= 100, `${acceptedCount} keys`);
    const last = session.createKey(0);
    assert.ok(session.consumeToken(last, 1));
  });
});
