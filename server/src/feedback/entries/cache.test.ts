import assert from "node:assert/strict";
import { type CachedFeedback, parseCache, formatCache } from "./cache.ts";
import type { FeedbackEntry } from "./entry.ts";

const project = { baseUrl: "https://api.example.com", projectId: "p" };
const createEntry = (id: string, more: Partial<FeedbackEntry> = {}): FeedbackEntry => ({
  id,
  path: "/start",
  source: "contextual",
  status: "pending",
  incomplete: [],
  ...more,
});
const fullEntry = createEntry("a", {
  comment: "\ud83d \u2028 \u202e </script>",
  createdAt: 5,
  helpful: false,
  snippet: { code: "x", lang: "js" },
  incomplete: ["status"],
});
const feedback: CachedFeedback = {
  ...project,
  refreshedAt: 7,
  fullAt: 3,
  openAt: 5,
  sweep: { startedAt: 4, cursor: "c", before: 2 },
  // The newest entry comes first, as in the output of `formatCache`.
  entries: [fullEntry, createEntry("__proto__"), createEntry("b", { createdAtText: "yesterday" })],
};

describe("feedback cache", () => {
  it("restores the saved entries", () => assert.deepEqual(parseCache(formatCache(feedback), project), feedback));

  it("doesn't contain any contacts", () => {
    const comment = "Call +49 170 1234567, or write to anna@example.com.";
    const text = formatCache({
      ...feedback,
      entries: [createEntry("a", { contact: "anna@example.com", comment })],
    });
    assert.ok(!text.includes("anna") && !text.includes("1234567"));
    assert.deepEqual(parseCache(text, project)?.entries, [
      createEntry("a", { isContactNotKept: true, comment: "Call …67, or write to a…@example.com." }),
    ]);
  });

  it("keeps the newest entries if there are too many", () => {
    const entries = [createEntry("old", { createdAt: 1 }), createEntry("new", { createdAt: 2 }), createEntry("never")];
    const size = formatCache({ ...project, entries: [] }).length + 2 * JSON.stringify(entries[0]).length;
    const ids = parseCache(formatCache({ ...project, entries }, size), project)?.entries.map(({ id }) => id);
    assert.deepEqual(ids, ["new"]);
  });

  it("is empty for a different project, URL, or version", () => {
    const text = formatCache(feedback);
    assert.equal(parseCache(text, { ...project, projectId: "q" }), undefined);
    assert.equal(parseCache(text, { ...project, baseUrl: "https://other.example" }), undefined);
    assert.equal(parseCache(text.replace(`"version":1`, `"version":2`), project), undefined);
  });

  const [first] = feedback.entries;
  const odd: Readonly<Record<string, unknown>> = {
    "an entry without an ID": { ...first, id: "" },
    "a contact": { ...first, contact: "anna@example.com" },
    "an unknown field": { ...first, html: "<b>" },
    "an invalid time": { ...first, createdAt: "5" },
    "an invalid rating": { ...first, helpful: "no" },
    "an invalid snippet": { ...first, snippet: { code: 5 } },
    "an invalid list": { ...first, incomplete: "id" },
    "something other than an entry": null,
  };
  for (const [what, each] of Object.entries(odd))
    it(`is empty if the file contains ${what}`, () => {
      const text = JSON.stringify({ version: 1, ...project, entries: [each] });
      assert.equal(parseCache(text, project), undefined);
    });

  it("is empty if the file is truncated, empty, or invalid, or contains an entry twice", () => {
    const text = formatCache(feedback);
    const twice = JSON.stringify({ version: 1, ...project, entries: [createEntry("a"), createEntry("a")] });
    for (const each of ["", "null", "[]", text.slice(0, -10), `${text}x`, twice, `{"__proto__":${text}}`])
      assert.equal(parseCache(each, project), undefined, each.slice(0, 30));
  });
});
