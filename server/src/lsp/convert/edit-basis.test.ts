import assert from "node:assert/strict";
import { mock } from "node:test";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { makeEdit } from "./edit-basis.ts";

const live = { revision: 1, current: { site: {} } } as unknown as SiteState;

describe("makeEdit", () => {
  /** Edits a site in which a file changes on disk in each of the first rounds. A round takes `milliseconds`. */
  async function tryEdit({ milliseconds, changes = Infinity }: { milliseconds: number; changes?: number }) {
    let rounds = 0;
    let now = 0;
    const sites = {
      whenRead: () => {
        rounds++;
        now += milliseconds;
        return Promise.resolve();
      },
      readUnreported: () => Promise.resolve(rounds <= changes),
      isRead: () => true,
    };
    const session = { sites, documents: { flush: () => undefined } } as unknown as Session;
    const clock = mock.method(performance, "now", () => now);
    try {
      return { edit: await makeEdit(live, session, "site", () => "edit"), rounds };
    } finally {
      clock.mock.restore();
    }
  }

  it("creates an edit as soon as no file changes during an attempt, regardless of how long the attempt takes", async () => {
    assert.deepEqual(await tryEdit({ milliseconds: 60_000, changes: 0 }), { edit: "edit", rounds: 1 });
    assert.deepEqual(await tryEdit({ milliseconds: 60_000, changes: 2 }), { edit: "edit", rounds: 3 });
    assert.deepEqual(await tryEdit({ milliseconds: 0, changes: 7 }), { edit: "edit", rounds: 8 });
  });

  for (const [milliseconds, rounds] of [
    [0, 8],
    [1200, 8],
    [1500, 7],
    [3000, 4],
    [5001, 3],
    [60_000, 3],
  ] as const)
    it(`gives up after ${rounds} attempts of ${milliseconds} ms if files keep changing`, async () => {
      assert.deepEqual(await tryEdit({ milliseconds }), { edit: undefined, rounds });
    });
});
