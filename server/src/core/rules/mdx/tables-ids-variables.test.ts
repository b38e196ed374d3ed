import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { duplicateId } from "./duplicate-id.ts";
import { longTableRow } from "./long-table-row.ts";
import { fixTitles } from "../../../../../test/harness/fix-titles.ts";
import { undefinedVariable } from "./undefined-variable.ts";

describe("mdx/long-table-row", () => {
  it("reports cells that are outside the table's columns", () =>
    checkRule(
      longTableRow,
      "| a | b |\n|---|---|\n| 1 | 2 | [|3 | 4|] |\n| 1 | `x|[|y` | z|] |\n1 | 2 | [|3|]\n\n> | a |\n> |---|\n> | 1 | [|2|] |\n",
    ));

  it("reports all rows of a table as one problem", () => {
    const site = siteFrom(
      '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n| a |\n|---|\n| 1 | x |\n| 1 |\n| 1 | y |\n\n| a |\n|---|\n| 1 | z |\n',
    );
    assert.deepEqual(
      getShownProblems("mdx/long-table-row", site).map(({ message, relatedLocations }) => [
        message,
        relatedLocations.length,
      ]),
      [
        [
          "2 rows have more cells than this table has columns (1), so readers don't see `x` and other cells. Add a column, remove a cell, or write `\\|` for a `|` in the text.",
          1,
        ],
        [
          "This row has more cells than the header (1), so readers don't see `z`. Add a column, remove a cell, or write `\\|` for a `|` in the text.",
          0,
        ],
      ],
    );
  });

  it("reports a table without a blank line before it once", () => {
    const first = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    const createTable = (third: string) => `| c | d | ${third} |\n|---|:-:|---|\n| 1 | 2 | 3 |\n| 1 | 2 |\n`;
    const listMessages = (text: string) => checkRule(longTableRow, text).map(({ message }) => message);
    assert.deepEqual(listMessages(`${first}${createTable("[|e|]")}\n${first}| 1 | 2 | [|3|] |\n`), [
      "This table has no blank line before it, so it continues the table above, and readers don't see `e`. Add a blank line before this row.",
      "This row has more cells than the header (2), so readers don't see `3`. Add a column, remove a cell, or write `\\|` for a `|` in the text.",
    ]);
    assert.deepEqual(listMessages(`${first}\n${createTable("e")}`), []);
    for (const eol of ["\n", "\r\n"])
      assert.deepEqual(listMessages(`| a | b |\n|---|---|\n${createTable("[|e|]")}`.replaceAll("\n", eol)), [
        "The table above has column names but no rows, so this table continues it, and readers don't see `e`. Remove the two lines above.",
      ]);
  });

  it("suggests to remove a cell that repeats the one before it", () => {
    const createRow = (cells: string) => `| a | b |\n|---|---|\n| ${cells} |\n`;
    const listMessages = (cells: string) => checkRule(longTableRow, createRow(cells)).map(({ message }) => message);
    assert.deepEqual(listMessages("All | All (5mb) | [|All(5mb)|]"), [
      "This row has more cells than the header (2), so readers don't see `All(5mb)`, which repeats the cell before it. Remove a cell.",
    ]);
    for (const cells of ["a | b | [|a|]", "a | b | [|b | b|]", "a | x \\| y | [|y|]"])
      assert.match(listMessages(cells).join(""), /Add a column, remove a cell, or write/);
  });

  it("suggests to escape pipes in code, links, and parentheses if the row has too many cells only because of them", () => {
    const createTable = (...rows: readonly string[]) =>
      `//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n| a | b |\n|---|---|\n${rows.join("\n")}\n\nText.\n`;
    for (const [row, changed] of [
      ["| x | `a|[|b`|] |", "| x | `a\\|b` |"],
      ["| `a | b | [|c` | last|] |", "| `a \\| b \\| c` | last |"],
      ["| [a | b](/c) | [|x|] |", "| [a \\| b](/c) | x |"],
      ["| x | One of (a | [|b).|] |", "| x | One of (a \\| b). |"],
    ] as const)
      checkFix(longTableRow, createTable(row), {
        "a.mdx": createTable(changed).replace(/^[^]*a\.mdx\n/, ""),
      });
    for (const row of ["| x | `a|[|b` | c|] |", "| x | y | [|`a`|] |", "| x | y | [|(z)|] |"])
      assert.match(checkRule(longTableRow, createTable(row))[0]?.message ?? "", /Add a column, remove a cell/);
    const text = createTable("| x | `a|b` |", "| x | `c|d` |");
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/long-table-row", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /so readers don't see `b` and other cells of 2 rows\. Write `\\\|`/);
    assert.match(
      fixedBy("Escape `|` in all 2 rows", problem, site, text).get("a.mdx") ?? "",
      /`a\\\|b` \|\n\| x \| `c\\\|d`/,
    );
  });

  it("reports long code with pipes in all tables of a page as one problem", () => {
    const row = `| x | \`f(${"a: 'string | null', ".repeat(40)}b)\` |\n`;
    const table = `| a | b |\n|---|---|\n${row}`;
    const problems = getShownProblems("mdx/long-table-row", siteFrom(`//- a.mdx\n${table}${row}\n## B\n\n${table}`));
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.message ?? "", /other cells of 3 rows\. Write/);
  });

  it("doesn't take a row with a hyphen in a cell for the start of a second table", () =>
    checkRule(longTableRow, "| a | b |\n|---|---|\n| 1 | 2 | [|x|] |\n| 1 | 2 | [|-|] |\n| 1 | 2 | [|y|] |\n"));

  it("accepts empty and missing cells, escaped pipes, and rows outside the table", () =>
    checkRule(
      longTableRow,
      "| a | b |\n|---|---|\n| 1 | 2 | |\n| 1 | `x\\|y` |\n| 1 |\n\n| 1 | 2 | 3 |\n\n```\n| a |\n|---|\n| 1 | 2 |\n```\n",
    ));
});

describe("mdx/duplicate-id", () => {
  it("reports the second of two elements or components with the same ID", () =>
    checkRule(
      duplicateId,
      '<a id="x"></a>\n\n<div className="c" id={"[|x|]"}>1</div>\n\n<Accordion title="A" id="y">1</Accordion>\n\n<Accordion title="B" id="[|y|]">2</Accordion>\n',
    ));

  it("accepts IDs in alternatives, headings, code, drawings, titles, and custom components", () =>
    checkRule(
      duplicateId,
      `import { Video } from "/snippets/video.jsx";

export const Box = ({ a }) => {
  if (a) return <div><p id="x">1</p></div>;
  return <div><p id="x">2</p></div>;
};

<Tabs>
  <Tab title="A"><div id="y">1</div></Tab>
  <Tab title="B"><div id="y">2</div></Tab>
</Tabs>

<Video id="abc" /> <Video id="abc" />

<svg><linearGradient id="g" /></svg> <svg><linearGradient id="g" /></svg>

{user ? <b id="z">1</b> : <b id="z">2</b>}

<div id="h">
  ## One
</div>

<div id="h">
  ## Two
</div>

<Accordion title="T">1</Accordion>

<Accordion title="T">2</Accordion>

\`<div id="y">\`
//- snippets/video.jsx
export const Video = ({ id }) => <iframe src={"https://v.example.com/" + id} />;
`,
    ));
});

describe("mdx/undefined-variable", () => {
  const config = '//- docs.json\n{ "variables": { "version": "2.1" }, "navigation": { "pages": ["index"] } }\n';

  it("checks text, links, and attributes for names similar to a variable", () =>
    checkRule(
      undefinedVariable,
      `${config}//- index.mdx\n## {{version}} [|{{api}}|]\n\n[a](https://[|{{host}}|]/x) <a href="https://[|{{host}}|]">x</a>\n\n<Card title="[|{{verson}}|]" />\n`,
    ));

  it("reports URLs with names on sites without variables once per page", () => {
    const links = "[a](https://{{host}}/login) and [b]({{base}}/x).";
    const problems = getShownProblems(
      "mdx/undefined-variable",
      siteFrom(
        `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n${links}\n//- b.mdx\n![a]({{cdn}}/a.png)\n`,
      ),
    );
    assert.deepEqual(
      problems.map(({ message, severity }) => `${severity} ${message}`),
      [
        "information 2 names in URLs, such as `host`, are written like variables, but docs.json has no `variables`, so the links don't work for readers. Define them, or use full URLs.",
        "information `cdn` in this URL is written like a variable, but docs.json has no `variables`, so the link doesn't work for readers. Define it, or use the full URL.",
      ],
    );
  });

  it("checks text and links on sites without variables", () =>
    checkRule(
      undefinedVariable,
      '//- docs.json\n{ "navigation": { "pages": ["index", "note"] } }\n//- index.mdx\nText [|{{name}}|] <Card title="{{name}}" /> `{{name}}`\n//- note.md\nText {{name}}\n',
    ));

  it("advises on a site without variables to format text as code, once per page", () => {
    const url = "jdbc://{{HOST}}:{{PORT}}/{{NAME}}";
    const text = `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n| A |\n|---|\n| ${url} |\n\nUse {{NAME}}.\n//- b.mdx\n("{{NAME}}")`;
    const site = siteFrom(text);
    const problems = getShownProblems("mdx/undefined-variable", site);
    assert.deepEqual(
      problems.map(({ message }) => /^.*? so readers|(?<=written\. ).*/g[Symbol.match](message)),
      [
        [
          "4 names, such as `HOST`, are written like variables, but docs.json has no `variables`, so readers",
          "Format them as code, or define them.",
        ],
        [
          "`NAME` is written like a variable, but docs.json has no `variables`, so readers",
          "Format it as code, or define it.",
        ],
      ],
    );
    const [first, second] = problems;
    assert.ok(first && second);
    assert.equal(
      fixedBy("Format all 4 as code", first, site, text).get("a.mdx"),
      `| A |\n|---|\n| \`${url}\` |\n\nUse \`{{NAME}}\`.`,
    );
    assert.equal(fixedBy("Format as code", second, site, text).get("b.mdx"), '("`{{NAME}}`")');
    const link = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n[a](https://[|{{HOST}}|]/x)\n';
    assert.deepEqual(fixTitles(undefinedVariable, link), []);
    // In code, readers would see the entity, the markers, or the name of the other value.
    for (const word of ["&lt;[|{{NAME}}|]&gt;", "_[|{{NAME}}|]_", "~~[|{{NAME}}|]~~", "{host}/[|{{NAME}}|]"]) {
      const page = `//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nexport const host = "h";\n\n${word} text\n`;
      assert.deepEqual(fixTitles(undefinedVariable, page), [], word);
    }
  });

  it("accepts formulas, as well as template syntax in code and attributes", () =>
    checkRule(
      undefinedVariable,
      `${config}//- index.mdx\n<Card title="Use {{name}}" /> \`{{name}}\` $x^{{n}}$ \\{\\{name}}\n\n<div style={{ width }} />\n\n\`\`\`\n{{verson}}\n\`\`\`\n`,
    ));

  it("reports nothing if the variable definitions can't be read", () => {
    for (const variables of ['{ "$ref": "gone.json" }', '"x"', '{ "name": 1 }', '{ "a": "b"'])
      checkRule(
        undefinedVariable,
        `//- docs.json\n{ "navigation": { "pages": ["index"] }, "variables": ${variables} }\n//- index.mdx\nText {{name}}\n`,
      );
  });

  it("reports a template outside the navigation once, as information", () => {
    const [problem] = checkRule(
      undefinedVariable,
      `${config}//- index.mdx\n//- apps/_template.mdx\n# [|{{name}}|]\n\n[a]({{link}}) {{name}}\n`,
    );
    assert.equal(problem?.severity, "information");
    assert.equal(problem.relatedLocations.length, 2);
    assert.match(problem.message, /move it outside the site's folder/);
    const problems = checkRule(
      undefinedVariable,
      '//- docs.json\n{ "navigation": { "pages": ["apps/template", "index"] } }\n//- apps/template.mdx\n[|{{name}}|] [|{{link}}|]\n//- other.mdx\n[|{{name}}|]\n',
    );
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ["warning", "warning", "warning"],
    );
  });

  it("offers to change a name to a similar one", () =>
    checkFix(undefinedVariable, `${config}//- index.mdx\nVersion [|{{verson}}|]\n`, {
      "index.mdx": "Version {{version}}\n",
    }));
});
