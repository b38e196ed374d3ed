import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { URI } from "vscode-uri";
import "../harness/fake-vscode.ts";
import { isTrailerId, readTrailers, ResolvingCommits, addTrailers } from "../../client/src/feedback/commits.ts";
import { emptyState } from "../../client/src/feedback/store.ts";
import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import { compareRatingPeriods } from "../../server/src/feedback/entries/ratings.ts";

/** Returns the trailers that Git finds in a message. */
const trailersOf = (message: string): string[] =>
  execFileSync("git", ["interpret-trailers", "--parse"], { input: message, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");

describe("withTrailers", () => {
  for (const message of [
    "Say where keys come from",
    "Docs: say where keys come from",
    "Say more\n\nReaders asked.",
    "Say more\n\nReaders asked.\n\nSigned-off-by: Ada <ada@example.com>",
    "Say more\n\nReaders asked.\n\nSigned-off-by: Ada <ada@example.com>\n\n",
    "Say more\r\n\r\nReaders asked.",
  ])
    it(`adds lines that Git parses to ${JSON.stringify(message)}`, () => {
      const after = addTrailers(message, ["fb_1", "fb_2"]);
      assert.deepEqual(trailersOf(after), [...trailersOf(message), "Feedback: fb_1", "Feedback: fb_2"]);
      assert.ok(after.startsWith(message.trimEnd()));
    });

  it("leaves room for a subject if the message is empty", () => {
    assert.equal(addTrailers("", ["fb_1"]), "\n\nFeedback: fb_1");
  });

  it("adds an entry only once", () => {
    const once = addTrailers("Say more", ["fb_1"]);
    assert.equal(addTrailers(once, ["fb_1"]), once);
  });

  it("ignores IDs that aren't a single word", () => {
    for (const id of ["?3f9a", "a b", "a\nSigned-off-by: me", "", "-x", "a".repeat(200), "a\u202eb"]) {
      assert.equal(isTrailerId(id), false);
      assert.equal(addTrailers("Say more", [id]), "Say more");
    }
  });
});

describe("readTrailers", () => {
  it("returns the entries that a commit resolves, as written by withTrailers", () => {
    assert.deepEqual(readTrailers(addTrailers("Say more\n\nReaders asked.", ["fb_1", "fb_2"])), ["fb_1", "fb_2"]);
    assert.deepEqual(readTrailers("Say more\r\n\r\nFeedback: fb_1\r\nSigned-off-by: Ada\r\n"), ["fb_1"]);
  });

  it("ignores other lines, the subject, and IDs that aren't a single word", () => {
    for (const message of [
      "Feedback: fb_1",
      "Say more\n\nFeedback: a b",
      "Say more\n\nFeedback: ?1",
      "Say Feedback: fb_1\n\nno Feedback: fb_1",
    ])
      // prettier-ignore
      assert.deepEqual(readTrailers(message), [], message);
  });
});

describe("commits that resolved feedback", () => {
  it("are read once for each HEAD, and the latest commit takes precedence", async () => {
    let state = emptyState;
    const commit = (hash: string, day: number, message: string) => ({ hash, message, commitDate: new Date(Date.UTC(2026, 5, day)) }); // prettier-ignore
    let reads = 0;
    const repository = {
      rootUri: URI.file("/site"),
      inputBox: { value: "" },
      state: { indexChanges: [], onDidChange: () => ({ dispose: () => undefined }), HEAD: { commit: "c2" } },
      log: () =>
        Promise.resolve(
          (reads++,
          [
            commit("c2", 20, "Say it again\n\nFeedback: fb_1"),
            commit("c1", 10, "Say more\n\nFeedback: fb_1\nFeedback: fb_2"),
            commit("c0", 5, "Begin"),
          ]),
        ),
    };
    const git = { repositories: [repository], onDidChange: () => ({ dispose: () => undefined }) };
    const commits = new ResolvingCommits({ change: (change) => void (state = change(state)) }, git);
    await commits.update();
    await commits.update();
    assert.equal(reads, 1);
    assert.deepEqual(
      [...(state.commitsById ?? [])].map(([id, { hash, subject }]) => [id, hash, subject]),
      [["fb_1", "c2", "Say it again"], ["fb_2", "c1", "Say more"]],
    ); // prettier-ignore
    repository.state.HEAD.commit = "c3";
    repository.log = () => Promise.reject(new Error("no repository"));
    await commits.update();
    assert.equal(state.commitsById?.size, 0);
    commits.dispose();
  });
});

describe("compareRatingsAround", () => {
  const day = 86_400_000;
  const at = Date.UTC(2026, 5, 15);
  const entry = (days: number | undefined, helpful: boolean | undefined): FeedbackEntry => ({
    id: `${days} ${helpful}`,
    path: "/start",
    source: "contextual",
    status: "pending",
    incomplete: [],
    ...(days !== undefined && { createdAt: at + days * day }),
    ...(helpful !== undefined && { helpful }),
  });

  it("counts each rating only once in the thirty days before and after a commit", () => {
    const entries = [
      entry(-31, false),
      entry(-30, false),
      entry(-1, true),
      entry(-0.5, undefined),
      entry(0, true),
      entry(29, true),
      entry(30, false),
      entry(undefined, false),
    ];
    assert.deepEqual(compareRatingPeriods(entries, at, at + 90 * day), {
      ratingsBefore: { up: 1, down: 1 },
      ratingsAfter: { up: 2, down: 0 },
      daysAfter: 30,
    });
  });

  it("returns the number of days that have passed since the commit", () => {
    assert.equal(compareRatingPeriods([], at, at + 12.5 * day).daysAfter, 12);
    assert.equal(compareRatingPeriods([], at, at - day).daysAfter, 0);
  });
});
