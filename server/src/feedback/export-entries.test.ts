import assert from "node:assert/strict";
import { fromMarkdown } from "mdast-util-from-markdown";
import { entryOf, noon, pageAt, stateOf, undatedEntry } from "../../../test/harness/feedback-state-of.ts";
import { csvOf } from "./csv.ts";
import { exportEntries } from "./export-entries.ts";
import { maskContact } from "./mask-contact.ts";

const hostile =
  '=HYPERLINK("https://evil.example","x")\n```\n# <img src=x onerror=alert(1)> [x](command:x)\u202e';
const state = stateOf(
  [
    entryOf("1", { helpful: false, comment: "Größe, “quoted” and \"plain\"\nsecond line", contact: "ada@example.com", createdAt: noon("2026-06-15") }),
    undatedEntry("2", { source: "code_snippet", path: "/gone", snippet: { code: "a,b", lang: "ts" }, createdAtText: "soon" }),
    entryOf("3", { comment: hostile, source: hostile, path: hostile }),
  ],
  {
    joined: {
      "/guides/start": pageAt("/guides/start", { title: "Start" }),
      "/gone": { kind: "unknown", reason: "Gone." },
    },
    triage: new Map([["1", { mark: "later", assigned: "Dal", note: "-1", changedAt: 0 }]]),
  },
); // prettier-ignore
const masked = { withContacts: false } as const;

describe("csvOf", () => {
  it("writes cells as RFC 4180 has them", () => {
    assert.equal(
      csvOf([["a", 'say "x"', "b,c", "d\r\ne", "", " f"]]),
      'a,"say ""x""","b,c","d\r\ne",," f"\r\n',
    );
  });

  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"])
    it(`takes the power from ${JSON.stringify(formula)}`, () => {
      assert.match(csvOf([[formula]]), /^"?'/);
    });
});

describe("exportEntries", () => {
  it("has a row for each entry in CSV", () => {
    const text = exportEntries(
      { ...state, entries: state.entries.slice(0, 2) },
      { format: "csv", ...masked },
    );
    assert.equal(
      text,
      "id,createdAt,page,path,url,rating,source,status,comment,code,filename,lang,contact,triage,assigned,note\r\n" +
        '1,2026-06-15T12:00:00.000Z,Start,/guides/start,/guides/start,down,contextual,pending,"Größe, “quoted” and ""plain""\nsecond line",,,,a…@example.com,later,Dal,\'-1\r\n' +
        '2,soon,/gone,/gone,,none,code_snippet,pending,,"a,b",,ts,,,,\r\n',
    );
  });

  it("has everything as it came in JSON, and no field that there is nothing for", () => {
    const read: unknown = JSON.parse(exportEntries(state, { format: "json", ...masked }));
    assert.deepEqual(Array.isArray(read) && read[1], {
      id: "2",
      createdAt: "soon",
      page: "/gone",
      path: "/gone",
      rating: "none",
      source: "code_snippet",
      status: "pending",
      code: "a,b",
      lang: "ts",
    });
  });

  for (const format of ["csv", "json", "markdown"] as const)
    it(`masks contacts in ${format} unless they are wanted`, () => {
      assert.ok(!exportEntries(state, { format, withContacts: false }).includes("ada@example.com"));
      const plain = exportEntries(state, { format, withContacts: true }).replaceAll("\\", "");
      assert.ok(plain.includes("ada@example.com"));
    });

  it("writes Markdown in which nothing of readers is markup", () => {
    const tree = fromMarkdown(exportEntries(state, { format: "markdown", ...masked }));
    const kinds = new Set<string>();
    const codes: string[] = [];
    const texts: string[] = [];
    const walk = (node: {
      readonly type: string;
      readonly children?: unknown;
      readonly value?: string;
    }): void => {
      kinds.add(node.type);
      if (node.type === "code") codes.push(node.value ?? "");
      if (node.type === "text") texts.push(node.value ?? "");
      for (const child of Array.isArray(node.children) ? (node.children as (typeof node)[]) : []) walk(child);
    };
    walk(tree);
    assert.deepEqual([...kinds].sort(), ["code", "heading", "list", "listItem", "paragraph", "root", "text"]);
    assert.ok(codes.includes(hostile.replace("\u202e", "⟦U+202E⟧")));
    assert.ok(codes.includes("a,b"));
    assert.ok(texts.some((text) => text.includes("[x](command:x)")));
  });
});

describe("maskContact", () => {
  for (const [contact, shown] of [
    ["ada@example.com", "a…@example.com"],
    ["a@b@c.example", "a…@c.example"],
    ["@x", "@…"],
    ["+49 123", "+…"],
    ["😀x@y.z", "😀…@y.z"],
  ] as const)
    it(`shows ${shown} of ${contact}`, () => assert.equal(maskContact(contact), shown));
});
