import assert from "node:assert/strict";
import path from "node:path";
import { addressForms, ratedPages } from "../../sample/services/feedback/seed/rated-pages.ts";
import { seededEntries } from "../../sample/services/feedback/seed/seeded-entries.ts";
import { sentStatuses, type SentEntry } from "../../sample/services/feedback/sent-entry.ts";
import { resolveFeedbackPath } from "../../server/src/feedback/pages/resolve-path.ts";
import { filesOf } from "../harness/files-of.ts";
import { siteOf } from "../harness/site-of.ts";
import { project } from "../harness/source-files.ts";

const dayLong = 86_400_000;
const now = Date.parse("2026-11-22T10:00:00Z");
const entries = seededEntries()(now);
const by = (source: string) => entries.filter((entry) => entry.source === source);

describe("sample reader feedback", () => {
  it("contains a few thousand entries from the last 180 days, with unique IDs", () => {
    assert.ok(entries.length > 2500 && entries.length < 6000, String(entries.length));
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
    for (const { createdAt } of entries) {
      const age = now - Date.parse(createdAt ?? "");
      assert.ok(age >= 0 && age <= 180 * dayLong, createdAt ?? "none");
    }
  });

  it("covers every source and status, with and without ratings, comments, and contacts", () => {
    for (const source of ["contextual", "code_snippet", "agent", "thumbs_only"])
      assert.ok(by(source).length > 100, source);
    for (const status of sentStatuses)
      assert.ok(entries.filter((entry) => entry.status === status).length > 50, status);
    const rated = entries.flatMap((entry) => (entry.source === "contextual" ? [entry] : []));
    const shareHelped = rated.filter(({ helpful }) => helpful).length / rated.length;
    assert.ok(shareHelped > 0.6 && shareHelped < 0.85, String(shareHelped));
    for (const isThere of [true, false]) {
      assert.ok(rated.some(({ contact }) => (contact !== null) === isThere));
      assert.ok(rated.some(({ comment }) => (comment !== null) === isThere));
    }
    assert.ok(by("thumbs_only").every(({ comment }) => comment === null));
  });

  it("is the same the next day, except for new entries and changed statuses", () => {
    const tomorrow = new Map(seededEntries()(now + dayLong).map((entry) => [entry.id, entry]));
    const stable = (entry: SentEntry) => ({ ...entry, status: undefined });
    const old = entries.filter(({ createdAt }) => Date.parse(createdAt ?? "") > now - 170 * dayLong);
    for (const entry of old) {
      const later = tomorrow.get(entry.id);
      assert.deepEqual(later && stable(later), stable(entry));
      assert.ok(entry.status === later?.status || entry.status === "pending" || entry.status === "in_progress");
    }
    const delta = [...tomorrow.values()].filter(({ createdAt }) => Date.parse(createdAt ?? "") > now);
    assert.ok(delta.length > 5 && delta.length < 60, String(delta.length));
    assert.ok(
      old.some(({ id, status }) => tomorrow.get(id)?.status !== status),
      "no status was changed",
    );
  });

  it("uses email addresses in reserved domains and comments that stress the UI", () => {
    for (const entry of entries)
      if (entry.source === "contextual" && entry.contact !== null)
        assert.match(entry.contact, /^[\w.]+@[\w-]+\.(example|org)$/);
    const comments = entries.map(({ comment }) => comment ?? "");
    for (const part of [/\(command:/, /<img/, /\$\(zap\)/, /\u202e/, /```json/, /\p{Script=Han}/u, /[äöü]/])
      assert.ok(
        comments.some((comment) => part.test(comment)),
        String(part),
      );
    assert.ok(Math.max(...comments.map(({ length }) => length)) > 5000);
  });

  describe("with the sample site", () => {
    const files = filesOf(path.join(project, "sample/site"));
    const site = siteOf(files);

    for (const page of ratedPages)
      it(`resolves ${page.path} ${page.file === undefined ? `(${page.topic})` : `to ${page.file}`}`, () => {
        const found = addressForms.map(([, form]) => resolveFeedbackPath(site, form(page.path)));
        const kinds = new Set(found.map(({ kind }) => kind));
        assert.equal(kinds.size, 1, "forms of the same path have different results");
        const [join] = found;
        if (page.topic === "missing" || page.path.endsWith("/preise")) assert.equal(join?.kind, "unknown");
        else if (page.file !== undefined) assert.equal(join?.kind === "page" && join.file, page.file);
        else assert.ok(join?.kind === "operation" || (join?.kind === "page" && join.by === "redirect"));
      });

    it("quotes mostly current code, some outdated code, and some unknown code", () => {
      const texts = [...files.values()].map(asRead);
      const onFiles = entries.flatMap((entry) => (entry.source === "code_snippet" ? [entry] : []));
      const isThere = ({ code }: { readonly code: string }) => texts.some((text) => text.includes(asRead(code)));
      const share = onFiles.filter(isThere).length / onFiles.length;
      assert.ok(share > 0.5 && share < 0.85, String(share));
      assert.ok(onFiles.some(({ filename }) => filename === "Node.js"));
      assert.ok(onFiles.some(({ lang }) => lang === "python"));
    });
  });
});

/** Returns code as readers see it: without indentation and markers, and with the variable `apiHost` replaced. */
function asRead(text: string): string {
  return text
    .replaceAll("{{apiHost}}", "https://api.berthline.example")
    .replace(/ *\/\/ \[!code [^\]]*\]/g, "")
    .replace(/^ +/gm, "")
    .trim();
}
