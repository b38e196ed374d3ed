import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { formatOverview } from "../../client/src/overview/overview-view.ts";
import { harbor, ruleView } from "../webview/overview/site-views.ts";

const without = { ...harbor.problems, rules: [], counts: [] };
const nothing = { ...harbor.coverage, specifications: [], unfetchedSpecs: [], emptyText: "No specification." };

describe("overview in Markdown format", () => {
  it("contains each section with tables", () => {
    assert.equal(
      formatOverview(harbor),
      `# Berthline

docs/docs.json · mintlify profile

## Problems

3 errors · 14 warnings · 2 info messages · 1 hint

| Severity | Problem | Rule | Count | First locations |
| --- | --- | --- | ---: | --- |
| error | An entry for a page that doesn't exist | \`nav/page-not-found\` | 3 | \`docs.json:14\`, \`docs.json:15\`, \`docs.json:31\` |
| warning | A link whose letter case doesn't match its page or file | \`link/wrong-case\` | 14 | \`guides/start.mdx:9\`, \`guides/start.mdx:12\`, \`guides/webhooks/verify-signatures.mdx:40\`, 11 more |
| information | A problem of openapi/spec-remote | \`openapi/spec-remote\` | 2 | \`docs.json:3\` |
| hint | A problem of nav/page-not-in-navigation | \`nav/page-not-in-navigation\` | 1 | \`docs.json:3\` |

## Pages

- In the navigation: 24
- Generated from specifications: 12
- Not in the navigation: 3

| Language | Pages |
| --- | ---: |
| en | 24 |
| de | 7 |

## API Coverage

| Specification | Operations in the navigation |
| --- | --- |
| \`openapi/berthline.yaml\` | 28 of 29 shown |
| \`openapi/old.json\` | This specification can't be read. |
| \`https://api.berthline.example/openapi.json\` | This is a remote specification that hasn't been fetched yet. |

## Reader Feedback

3 open comments. 340 helpful, 52 not helpful.

| Pages that need work | Ratings | Open comments |
| --- | --- | ---: |
| Start (\`/guides/start\`) | ▲ 4 ▼ 16 | 2 |
`,
    );
  });

  it("contains a sentence if there are no problems or no specifications", () => {
    const { worstPages: _, ...feedback } = harbor.feedback;
    const text = formatOverview({ ...harbor, problems: without, coverage: nothing, feedback });
    assert.match(text, /## Problems\n\nNo problems found\.\n/);
    assert.match(text, /## API Coverage\n\nNo specification\.\n/);
    assert.doesNotMatch(text, /Severity|Specification \||Ratings/);
  });

  it("shows names from the site as text in a single table cell", () => {
    const name = "<img src=x>|`a`|[b](javascript:c)\n# d *e* _f_ www.evil.example https://evil.example a@b.example";
    const places = ["a|`b`.mdx:1", "c|d.mdx:2", "e\\|*f*.mdx:3"].map((label) => ({ label, message: "" }));
    const text = formatOverview({
      ...harbor,
      name,
      problems: { ...harbor.problems, rules: [ruleView("a/b", "error", { locations: places })] },
      pages: { ...harbor.pages, tables: [{ columns: ["Language", "Pages"], rows: [{ name, count: "1" }] }] },
    });
    const escaped =
      "\\<img src=x\\>\\|\\`a\\`\\|\\[b\\](javascript:c) \\# d \\*e\\* \\_f\\_ www\\.evil.example https\\://evil.example a\\@b.example";
    assert.ok(text.startsWith(`# ${escaped}\n`), text);
    assert.ok(text.includes(`\n| ${escaped} | 1 |\n`), text);
    // A vertical bar after a backslash would end the table cell, even in code.
    assert.ok(text.includes("| ``a\\|`b`.mdx:1``, `c\\|d.mdx:2`, e\\\\\\|\\*f\\*.mdx:3 |"), text);
  });

  it("keeps code spans in a rule's summary", () => {
    const summaries = ["A `$ref` to a `*` file", "A single ` in <b>", "A\n`b`\n<c>"];
    const rules = summaries.map((summary, at) => ruleView(`a/${at}`, "error", { summary }));
    const text = formatOverview({ ...harbor, problems: { ...harbor.problems, rules } });
    assert.ok(text.includes("| A `$ref` to a `*` file |"), text);
    assert.ok(text.includes("| A single \\` in \\<b\\> |"), text);
    assert.ok(text.includes("| A `b` \\<c\\> |"), text);
  });

  it("shows the names of invisible characters", () =>
    assert.match(formatOverview({ ...harbor, name: "a\u202eb" }), /^# a⟨U\+202E⟩b\n/));
});
