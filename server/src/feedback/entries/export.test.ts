import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { attack } from "../../../../test/harness/attack.ts";
import { entryOf, getNoon, pageAt, stateOf, undatedEntry } from "../../../../test/harness/feedback-state-of.ts";
import { seedOf, chooseByMode } from "../../../../test/harness/choose-by-mode.ts";
import type { FeedbackReport } from "../../cli/feedback/feedback-report.ts";
import { formatFeedbackCsv } from "../../cli/feedback/report-formats.ts";
import { type FeedbackEntry, maskContact } from "./entry.ts";
import { toCsv, exportEntries, formatIssue } from "./export.ts";
import type { Triage } from "./state.ts";

const hostile = '=HYPERLINK("https://evil.example","x")\n```\n# <img src=x onerror=alert(1)> [x](command:x)\u202e';
const state = stateOf(
  [
    entryOf("1", { helpful: false, comment: "Größe, “quoted” and \"plain\"\nsecond line", contact: "ada@example.com", createdAt: getNoon("2026-06-15") }),
    undatedEntry("2", { source: "code_snippet", path: "/gone", snippet: { code: "a,b", lang: "ts" }, createdAtText: "soon" }),
    entryOf("3", { comment: hostile, source: hostile, path: hostile }),
  ],
  {
    joined: {
      "/guides/start": pageAt("/guides/start", { title: "Start" }),
      "/gone": { kind: "unknown", reason: "Gone." },
    },
    triageById: new Map([["1", { mark: "later", assigned: "Dal", note: "-1", changedAt: 0 }]]),
  },
); // prettier-ignore
const hostileCell = fc
  .array(fc.constantFrom("=1+1", "=cmd|' /C calc'!A0", "+", "-", "@SUM(1)", "＝1", "＋", "－", "＠", "﹦1", "﹢", "﹣", "﹫", ";", "\t", "|", ",", '"', '""', "'", "\r", "\n", " ", "\u00a0", "\u200b", "\u202e", "\0", "a"), { maxLength: 8 })
  .map((parts) => parts.join("")); // prettier-ignore
/**
 * Matches text that a spreadsheet evaluates as a formula, including formulas after spaces and after characters that a
 * spreadsheet ignores.
 */
const formulaIn = /^[\s\u200b-\u200f\u202a-\u202e\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫]/;
const separators = [",", ";", "\t", "|"] as const;

/**
 * Whether a spreadsheet would evaluate any cell in the rows as a formula if the rows were exported without protection.
 */
function isLive(rows: readonly (readonly string[])[], separator: string): boolean {
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
  return readAsSpreadsheet(quoted.join("\r\n"), separator).some((cell) => formulaIn.test(cell));
}

/**
 * Fails if a spreadsheet would find a formula in the text. If the rows would contain a formula without protection, the
 * check counts as an attack that was prevented.
 */
function assertNoFormula(text: string, separator: string, rows: readonly (readonly string[])[]): void {
  const check = () => {
    for (const cell of readAsSpreadsheet(text, separator)) assert.doesNotMatch(cell, formulaIn, JSON.stringify(cell));
  };
  if (isLive(rows, separator)) attack("CSV", JSON.stringify([separator, rows]), check);
  else check();
}

/**
 * Reads cells in the same way as Excel and LibreOffice: a quotation mark has a meaning only at the start of a cell, and
 * anything after the closing quotation mark is text.
 */
function readAsSpreadsheet(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"')
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at] ?? "";
        else if (text[at + 1] === '"') cell += text[++at] ?? "";
        else {
          at++;
          break;
        }
      }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? "")) cell += text[at++] ?? "";
    cells.push(cell);
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
  }
  return cells;
} // prettier-ignore
type HostileEntry = Partial<FeedbackEntry> & { readonly triage?: Partial<Triage> };

/**
 * Maps the name of each field that readers, the service, or the user can write to a function that creates an entry in
 * which this field is set.
 */
const hostileFields = {
  id: (id) => ({ id }),
  path: (path) => ({ path }),
  time: (createdAtText) => ({ createdAtText }),
  source: (source) => ({ source }),
  status: (status) => ({ status }),
  comment: (comment) => ({ comment }),
  contact: (contact) => ({ contact }),
  code: (code) => ({ snippet: { code, filename: code, lang: code } }),
  assigned: (assigned) => ({ triage: { assigned } }),
  note: (note) => ({ triage: { note } }),
} satisfies Record<string, (text: string) => HostileEntry>;
const fieldNames = Object.keys(hostileFields) as (keyof typeof hostileFields)[];
const report: FeedbackReport = {
  baseUrl: "https://api.example.com",
  projectId: "acme-docs",
  hasSite: false,
  warnings: [],
  budget: { remainingRequests: 97, limit: 100 },
  now: 0,
  entries: [],
  receivedCount: 1,
  isComplete: true,
};
const masked = { includesContacts: false } as const;

describe("csvOf", () => {
  it("writes cells as RFC 4180 specifies", () => {
    assert.equal(toCsv([["a", 'say "x"', "b,c", "d\r\ne", "", " f"]]), '"a","say ""x""","b,c","d\r\ne",""," f"\r\n');
  });

  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "\u202e=1"])
    it(`neutralizes ${JSON.stringify(formula)}`, () => {
      assert.match(toCsv([[formula]]), /^"'/);
    });

  it("leaves ordinary text unchanged", () => {
    const text = 'a - b; c = d | e@example.com\n1. "x"\t+';
    assert.equal(toCsv([[text]]), `"${text.replaceAll('"', '""').replace("\t+", "\t'+")}"\r\n`);
  });

  for (const separator of separators)
    it(`contains no formula with ${JSON.stringify(separator)} as the separator`, () => {
      fc.assert(
        fc.property(fc.array(fc.array(hostileCell, { minLength: 1, maxLength: 4 }), { maxLength: 3 }), (rows) => {
          assertNoFormula(toCsv(rows), separator, rows);
          if (separator === ",") assert.equal(readAsSpreadsheet(toCsv(rows), ",").length, rows.flat().length);
        }),
        { numRuns: chooseByMode(1000, 100_000), seed: seedOf(21) },
      );
    }); // prettier-ignore
});

describe("exportEntries", () => {
  it("never contains a formula, in CSV or in the CLI report, regardless of the field", () => {
    fc.assert(
      fc.property(hostileCell, fc.constantFrom(...fieldNames), fc.constantFrom(...separators), (cell, field, separator) => {
        const { triage, ...reported }: HostileEntry = hostileFields[field](cell);
        const entry = undatedEntry("1", reported);
        const state = stateOf([entry], { triageById: new Map([[entry.id, { changedAt: 0, ...triage }]]) });
        const exported = exportEntries(state, { format: "csv", includesContacts: true });
        assertNoFormula(exported, separator, [["exported", cell, field]]);
        assertNoFormula(formatFeedbackCsv({ ...report, entries: [{ entry }] }), separator, [["reported", cell, field]]);
      }),
      { numRuns: chooseByMode(300, 10_000), seed: seedOf(22) },
    );
  }); // prettier-ignore

  it("writes a CSV row for each entry", () => {
    const text = exportEntries({ ...state, entries: state.entries.slice(0, 2) }, { format: "csv", ...masked });
    assert.equal(
      text,
      [
        '"id","createdAt","page","path","url","rating","source","status","comment","code","filename","lang","contact","triage","assigned","note"',
        '"1","2026-06-15T12:00:00.000Z","Start","/guides/start","/guides/start","down","contextual","pending","Größe, “quoted” and ""plain""\nsecond line","","","","a…@example.com","later","Dal","\'-1"',
        '"2","soon","/gone","/gone","","none","code_snippet","pending","","a,b","","ts","","","",""',
        "",
      ].join("\r\n"),
    );
  });

  it("writes every field as received in JSON and omits missing fields", () => {
    const exportedJson: unknown = JSON.parse(exportEntries(state, { format: "json", ...masked }));
    assert.deepEqual(Array.isArray(exportedJson) && exportedJson[1], {
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
    it(`masks contacts in ${format} unless requested`, () => {
      assert.ok(!exportEntries(state, { format, includesContacts: false }).includes("ada@example.com"));
      const plain = exportEntries(state, { format, includesContacts: true }).replaceAll("\\", "");
      assert.ok(plain.includes("ada@example.com"));
    });

  it("escapes reader text in Markdown", () => {
    const tree = fromMarkdown(exportEntries(state, { format: "markdown", ...masked }));
    const kinds = new Set<string>();
    const codes: string[] = [];
    const texts: string[] = [];
    const walk = (node: { readonly type: string; readonly children?: unknown; readonly value?: string }): void => {
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

describe("feedback entry exported as an issue", () => {
  it("has a title, facts, and text, but no contact and no local triage data", () => {
    const [complaint, code] = state.entries;
    assert.ok(complaint && code);
    assert.equal(
      formatIssue(complaint, state.joinsByPath),
      `# Reader feedback: Start

- Page: \\/guides\\/start
- Rating: ▼ not helpful
- Date: 2026\\-06\\-15
- Source: contextual
- Feedback ID: 1

\`\`\`text
Größe, “quoted” and "plain"
second line
\`\`\`
`,
    );
    assert.match(formatIssue(code, state.joinsByPath), /- Date: soon\n[^]*```text\na,b\n```\n$/);
  });

  it("escapes reader text", () => {
    const text = formatIssue(entryOf("3", { comment: hostile, source: hostile, path: hostile }), new Map());
    const kinds = fromMarkdown(text).children.map(({ type }) => type);
    assert.deepEqual(kinds, ["heading", "list", "code"]);
  });
});

describe("maskContact", () => {
  for (const [contact, expected] of [
    ["ada@example.com", "a…@example.com"],
    ["a@b@c.example", "a…@c.example"],
    ["@x", "@…"],
    ["+49 123", "+…"],
    ["😀x@y.z", "😀…@y.z"],
  ] as const)
    it(`shows ${expected} for ${contact}`, () => assert.equal(maskContact(contact), expected));
});

it("an export reports that a contact wasn't saved", () => {
  const entries = [entryOf("1", { isContactNotKept: true })];
  for (const format of ["csv", "json", "markdown"] as const)
    for (const hasContacts of [false, true])
      assert.match(exportEntries(stateOf(entries), { format, includesContacts: hasContacts }), /not kept/, format);
});
