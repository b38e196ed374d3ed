import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { getLastVisit, createUpdatedVisit, readVisit, type ProjectVisit } from "../../client/src/feedback/project.ts";

const hour = 3_600_000;
const monday = Date.parse("2026-06-29T09:00:00Z");
const tuesday = monday + 24 * hour;

/** Simulates visits at these times, in this order. For each visit, returns the time after which feedback is new. */
function getLooks(...times: readonly number[]): readonly (number | undefined)[] {
  let visit: ProjectVisit | undefined;
  return times.map((now) => {
    visit = createUpdatedVisit(visit, now);
    assert.equal(getLastVisit(visit, now), visit.before, "the displayed visit differs from the saved one");
    return visit.before;
  });
}

describe("visit to reader feedback", () => {
  it("has no new entries the first time, regardless of how often the user views the feedback", () =>
    assert.deepEqual(getLooks(monday, monday + hour, monday + 2 * hour), [undefined, undefined, undefined]));

  it("keeps showing entries as new until the visit ends", () =>
    assert.deepEqual(getLooks(monday, tuesday, tuesday + 1000, tuesday + 3 * hour, tuesday + 6 * hour), [
      undefined,
      monday,
      monday,
      monday,
      monday,
    ]));

  it("ends when the user last viewed the feedback, if the next view is more than four hours later", () =>
    assert.deepEqual(getLooks(monday, tuesday, tuesday + 2 * hour, tuesday + 7 * hour).at(-1), tuesday + 2 * hour));

  it("continues after the editor is closed and reopened", () => {
    const retained = readVisit(JSON.parse(JSON.stringify(createUpdatedVisit({ seenAt: monday }, tuesday))));
    assert.equal(getLastVisit(retained, tuesday + hour), monday);
    assert.equal(getLastVisit(retained, tuesday + 5 * hour), tuesday);
  });

  it("ignores invalid saved data", () => {
    for (const odd of [undefined, null, 3, "x", [], {}, { seenAt: "1" }]) assert.equal(readVisit(odd), undefined);
    assert.deepEqual(readVisit({ seenAt: 1, before: "x" }), { seenAt: 1 });
  });
});
