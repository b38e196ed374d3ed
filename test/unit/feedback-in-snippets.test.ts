import assert from "node:assert/strict";
import { fakeEditor as editor } from "../harness/fake-vscode.ts";
import { URI } from "vscode-uri";
import { FeedbackStore } from "../../client/src/feedback/store.ts";
import { FeedbackThreads } from "../../client/src/feedback/comment-threads.ts";
import { SnippetLocations } from "../../client/src/feedback/page-resolution.ts";
import { fakeServer, waitUntil } from "../harness/feedback-in-editor.ts";
import { entryOf, pageAt, stateOf } from "../harness/feedback-state-of.ts";

const page = "file:///site/guides/start.mdx";
const snippet = "file:///site/snippets/run.mdx";
const other = "file:///site/snippets/other.mdx";

describe("feedback on imported code", function () {
  this.timeout(30_000);
  const state = stateOf(
    [
      entryOf("imported", { source: "code_snippet", comment: "Fails.", snippet: { code: "run it" } }),
      entryOf("own", { source: "code_snippet", comment: "Old.", snippet: { code: "own code" } }),
      entryOf("words", { helpful: false, comment: "Unclear." }),
    ],
    { joined: { "/guides/start": pageAt("/guides/start", { uri: page }) } },
  );
  const server = fakeServer(
    { "/guides/start": { uri: page, line: 1, title: "Start" } },
    { "run it": { uri: snippet, line: 30 }, "own code": 7 },
  );
  const store = new FeedbackStore();
  let threads: FeedbackThreads;
  const seen = (): string[] =>
    [...editor.threads].map(({ uri, range }) => `${uri.path.split("/").at(-1)} ${range.start.line}`).sort();
  const open = (...uris: string[]): void => {
    editor.documents.splice(0, Infinity, ...uris.map((uri) => ({ uri: URI.parse(uri) })));
  };
  const opened = (uri: string): void => {
    open(...editor.documents.map((each) => each.uri.toString()), uri);
    editor.documentOpened.fire({ uri: URI.parse(uri) });
  };
  const closed = (uri: string): void => {
    open(...editor.documents.map((each) => each.uri.toString()).filter((each) => each !== uri));
    editor.documentClosed.fire({ uri: URI.parse(uri) });
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 120));

  before(() => {
    open();
    editor.threads.clear();
    const memory = { get: () => undefined, update: async () => undefined };
    threads = new FeedbackThreads(store, new SnippetLocations(server, memory));
    store.change(() => state);
  });
  after(() => {
    threads.dispose();
    store.dispose();
    open();
  });

  it("appears in the imported file while only that file is open, without the page's other feedback", async () => {
    await settled();
    assert.deepEqual(seen(), []);
    opened(snippet);
    await waitUntil(() => seen().length > 0, seen);
    await settled();
    assert.deepEqual(seen(), ["run.mdx 30"]);
  });

  it("appears with the other feedback when the page is opened and remains when it's closed", async () => {
    opened(page);
    await waitUntil(() => seen().length === 3, seen);
    assert.deepEqual(seen(), ["run.mdx 30", "start.mdx 0", "start.mdx 7"]);
    closed(page);
    await waitUntil(() => seen().length === 1, seen);
    assert.deepEqual(seen(), ["run.mdx 30"]);
  });

  it("disappears when its code no longer needs work, even while the page is closed", async () => {
    const done = { changedAt: 1, mark: "done" } as const;
    store.change((before) => ({ ...before, entries: before.entries.filter(({ id }) => id !== "imported") }));
    await waitUntil(() => seen().length === 0, seen);
    store.change(() => ({ ...state, triageById: new Map([["words", done]]) }));
    await waitUntil(() => seen().length === 1, seen);
  });

  it("disappears when the file is closed and never appears in a file without the code", async () => {
    closed(snippet);
    await waitUntil(() => seen().length === 0, seen);
    opened(other);
    await settled();
    assert.deepEqual(seen(), []);
  });
});

describe("locations of code blocks after a restart", () => {
  it("are sent in full, without invalid data, and with the time of their entry", async () => {
    const anchor = {
      code: "run it",
      lang: "sh",
      filename: "run.sh",
      headings: ["start"],
      ordinal: 1,
      nth: 2,
      before: "Run this:",
      after: "Then stop.",
      others: ["1x", "2y"],
    };
    const server = fakeServer({}, {});
    const kept = {
      [`${page} whole`]: anchor,
      [`${page} damaged`]: { ...anchor, nth: "2", before: 3, others: [4, "2y"] },
      [`${page} invalid`]: { code: "run it", headings: "start", ordinal: 1 },
    };
    const places = new SnippetLocations(server, { get: () => kept, update: async () => undefined });
    const entries = ["whole", "damaged", "invalid"].map((id, at) =>
      entryOf(id, { snippet: { code: "run it" }, createdAt: at }),
    );
    await places.find(page, entries);
    const { nth: _, before: __, ...damaged } = { ...anchor, others: ["2y"] };
    assert.deepEqual(server.asked, [
      {
        uri: page,
        snippets: [
          { code: "run it", time: 0, anchor },
          { code: "run it", time: 1, anchor: damaged },
          { code: "run it", time: 2 },
        ],
      },
    ]);
  });
});
