import assert from "node:assert/strict";
import { refuses, renames } from "../../../../../test/harness/rename-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { createRenamePlan, prepareSiteRename, renameBack, type RenamePlan } from "./rename-targets.ts";
import { renameSymbol } from "./rename.ts";

type Files = ReadonlyMap<string, string>;

/** Renames the symbol at `mark` in `file`. Returns the renamed files and the rename plan. */
function renamed(files: Files, file: string, mark: string, to: string, earlier: readonly RenamePlan[] = []) {
  const site = siteOf(files);
  const textOf = (path: string) => files.get(path);
  const start = prepareSiteRename(site, file, (files.get(file) ?? "").indexOf(mark) + 1);
  assert.ok(start, mark);
  const outcome = renameSymbol(site, file, start, to, textOf);
  assert.ok(outcome?.ok, mark);
  const names = { from: start.name, to };
  const edits: ReadonlyMap<string, readonly TextEdit[]> = renameBack(names, outcome.edits, earlier, textOf);
  const made = createRenamePlan(names, edits, textOf);
  const after = new Map(files);
  for (const [path, own] of edits) after.set(path, applyEdits(after.get(path) ?? "", own));
  return { made, after };
}

const docs = '{ "navigation": { "pages": ["a", "b"] } }\n';
const twice =
  '{ "navigation": { "groups": [{ "group": "\\u0047o", "pages": ["a"] }, { "group": "Go", "pages": ["b"] }] } }\n';

describe("renaming a symbol back", () => {
  const files: Files = new Map([
    ["docs.json", docs],
    ["a.mdx", "# A\n\n## Search (all)\n"],
    ["b.mdx", "[there](/a#search-\\(all\\)) [and](/a#search-all)\n"],
  ]);

  it("restores every byte", () => {
    const { made, after } = renamed(files, "a.mdx", "Search", "Find");
    assert.match(after.get("b.mdx") ?? "", /\(\/a#find\)/);
    assert.deepEqual(renamed(after, "a.mdx", "Find", "Search (all)", [made]).after, files);
  });

  it("restores the original format of a title", () => {
    const site: Files = new Map([
      ["docs.json", twice],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = renamed(site, "docs.json", "\\u0047o", "Start");
    assert.deepEqual(renamed(after, "docs.json", "Start", "Go", [made]).after, site);
  });

  it("leaves another symbol with the same name unchanged", () => {
    const site: Files = new Map([
      ["docs.json", twice.replace('"Go"', '"Start"')],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = renamed(site, "docs.json", "\\u0047o", "Start");
    const text = after.get("docs.json") ?? "";
    const second = text.lastIndexOf("Start");
    const other = prepareSiteRename(siteOf(after), "docs.json", second + 1);
    assert.ok(other);
    const outcome = renameSymbol(siteOf(after), "docs.json", other, "Go", (file) => after.get(file));
    assert.ok(outcome?.ok);
    const edits = renameBack({ from: "Start", to: "Go" }, outcome.edits, [made], (file) => after.get(file));
    assert.equal(
      applyEdits(text, edits.get("docs.json") ?? []),
      `${text.slice(0, second)}Go${text.slice(second + "Start".length)}`,
    );
  });
});

const listed = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nHi\n';
const chart =
  "//- chart.jsx\nexport const Card = () => 1;\nexport const Chart = () => 2;\nexport default Chart;\n";

/**
 * Asserts the result of renaming the symbol at `$0` in a code file that imports `chart.jsx`. `other` is the expected
 * text of `chart.jsx`.
 */
function renamesIn(before: string, newName: string, after: string, other = chart): void {
  renames(`${listed}${chart}//- use.jsx\n${before}`, newName, `${other}//- use.jsx\n${after}`);
}

const crate = chart.replaceAll("Card", "Crate");

describe("renaming an import in a code file", () => {
  it("renames an alias, a default import, or a namespace in this file only", () => {
    renamesIn(
      'import { Card, Chart as Gr$0aph } from "./chart.jsx";\nexport const Two = () => <Graph a={Graph}><Card /></Graph>;',
      "Plot",
      'import { Card, Chart as Plot } from "./chart.jsx";\nexport const Two = () => <Plot a={Plot}><Card /></Plot>;',
    );
    renamesIn(
      'import Gr$0aph, { Card } from "./chart.jsx";\nexport const Two = () => <Graph />;',
      "Plot",
      'import Plot, { Card } from "./chart.jsx";\nexport const Two = () => <Plot />;',
    );
    renamesIn(
      'import * as A$0ll from "./chart.jsx";\nexport const Two = () => <All.Card>{All.Chart}</All.Card>;',
      "Every",
      'import * as Every from "./chart.jsx";\nexport const Two = () => <Every.Card>{Every.Chart}</Every.Card>;',
    );
  });

  it("renames a default-exported function only in its own file, starting from the declaration or any use", () => {
    const page =
      '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nimport Card from "/card.jsx";\n\n<Card />\n';
    const code = (declared: string, used: string) =>
      `${page}//- card.jsx\nexport default function ${declared}({ depth }) {\n  return depth > 0 ? <${used} depth={depth - 1} /> : null;\n}\n`;
    renames(code("Ca$0rd", "Card"), "Crate", code("Crate", "Crate"));
    renames(code("Card", "Ca$0rd"), "Crate", code("Crate", "Crate"));
    refuses(`${listed}//- card.jsx\nexport def$0ault () => 1;\n`, "Crate", /has no name/);
  });

  it("can start from any use of the name", () => {
    const code = (opening: string, closing: string, value: string) =>
      `import Graph from "./chart.jsx";\nexport const Two = () => <${opening} a={${value}}></${closing}>;`;
    const after = code("Plot", "Plot", "Plot").replace("Graph", "Plot");
    renamesIn(code("Gr$0aph", "Graph", "Graph"), "Plot", after);
    renamesIn(code("Graph", "Gr$0aph", "Graph"), "Plot", after);
    renamesIn(code("Graph", "Graph", "$0Graph"), "Plot", after);
  });

  it("renames an export in both files, starting from the import or a use", () => {
    const code = (clause: string, tag: string) =>
      `import { ${clause} } from "./chart.jsx";\nexport const Two = () => <${tag} />;`;
    renamesIn(code("Ca$0rd", "Card"), "Crate", code("Crate", "Crate"), crate);
    renamesIn(code("Card", "Ca$0rd"), "Crate", code("Crate", "Crate"), crate);
    renamesIn(code("Ca$0rd as Own", "Own"), "Crate", code("Crate as Own", "Own"), crate);
  });

  it("distinguishes the name before `as` from an import with that name", () =>
    renamesIn(
      'import { Ca$0rd as Other } from "./chart.jsx";\nimport Card from "./b.jsx";\n<Card a={Other} />;\n//- b.jsx\nexport default 1;',
      "Crate",
      'import { Crate as Other } from "./chart.jsx";\nimport Card from "./b.jsx";\n<Card a={Other} />;',
      crate,
    ));

  it("preserves the names that a re-exporting file exports", () => {
    renamesIn(
      'export { Ca$0rd } from "./chart.jsx";',
      "Crate",
      'export { Crate as Card } from "./chart.jsx";',
      crate,
    );
    renamesIn(
      'import { Ca$0rd } from "./chart.jsx";\nexport { Card };\nexport const all = { Card };',
      "Crate",
      'import { Crate } from "./chart.jsx";\nexport { Crate as Card };\nexport const all = { Card: Crate };',
      crate,
    );
  });

  it("renames a re-export's alias and its imports", () => {
    const more = (name: string) => `\n//- last.jsx\nimport { ${name} } from "./use.jsx";\n<${name} />;`;
    renamesIn(
      `export { Card as Bo$0x } from "./chart.jsx";${more("Box")}`,
      "Crate",
      `export { Card as Crate } from "./chart.jsx";${more("Crate")}`,
    );
    renamesIn(
      `import { Card } from "./chart.jsx";\nexport { Card as Bo$0x };${more("Box")}`,
      "Crate",
      `import { Card } from "./chart.jsx";\nexport { Card as Crate };${more("Crate")}`,
    );
    renamesIn(
      `import { Card } from "./chart.jsx";\n<Card />;\nexport { Ca$0rd };${more("Card")}`,
      "Crate",
      `import { Card } from "./chart.jsx";\n<Card />;\nexport { Card as Crate };${more("Crate")}`,
    );
  });

  it("renames a variable that is exported in a list", () =>
    renames(
      `${listed}//- x.jsx\nconst Card = () => 1;\nconst Own = 2;\nexport { Ca$0rd, Own as Box };\n<Card />;`,
      "Crate",
      "//- x.jsx\nconst Crate = () => 1;\nconst Own = 2;\nexport { Crate, Own as Box };\n<Crate />;",
    ));

  it("leaves strings, comments, text, properties, attributes, and labels unchanged", () => {
    const code = (name: string) =>
      `import ${name} from "./chart.jsx"; // Graph\n/* Graph */ const a = { Graph: 1, b: "Graph", c: \`Graph \${${name}}\`, d: /Graph/ };\nif (a) /Graph/.test(a.Graph);\nexport const Two = () => <p Graph="Graph">Graph {/* Graph */}{a?.Graph} <graph /><a.Graph /></p>;\nGraph: for (;;) break Graph;\nclass A { Graph = ${name}; #Graph; get [${name}]() { return this.Graph; } }`;
    renamesIn(code("Graph").replace("Graph", "Gr$0aph"), "Plot", code("Plot"));
  });

  it("leaves parameters and variables with the same name unchanged", () => {
    const code = (name: string) =>
      `import ${name} from "./chart.jsx";
const a = (Graph) => <Graph b={Graph} />;
const b = ({ Graph }) => <Graph />;
const c = ({ x: [Graph = ${name}] = [] }, ...rest) => ({ Graph });
function d(x = ${name}) { if (x) { var Graph = 1; } return Graph; }
function e() { { const Graph = 1; Graph(); } return <${name} />; }
const f = function Graph() { return Graph; };
const g = class Graph { static x = Graph; };
try { ${name}(); } catch (Graph) { Graph(); }
for (const Graph of Graph.all) Graph();
switch (${name}) { case 1: let Graph; Graph; }
const h = async Graph => { await Graph; };
const i = (x = () => ${name}, Graph) => x;`;
    // Default values and the expression after `of` refer to the variables declared in the same place, not to the
    // renamed one.
    const after = code("Plot")
      .replace("() => Plot, Graph", "() => Graph, Graph")
      .replace("[Graph = Plot]", "[Graph = Graph]");
    renamesIn(code("Graph").replace("Graph", "Gr$0aph"), "Plot", after);
  });

  it("supports names such as __proto__", () => {
    renamesIn(
      'import __pro$0to__ from "./chart.jsx";\nexport const a = { __proto__, __proto__: 1, ["__proto__"]: __proto__ };',
      "plot",
      'import plot from "./chart.jsx";\nexport const a = { ["__proto__"]: plot, __proto__: 1, ["__proto__"]: plot };',
    );
    renamesIn(
      'import Gr$0aph from "./chart.jsx";\nexport const a = { Graph };\n({ Graph: a.b } = a);',
      "Constructor",
      'import Constructor from "./chart.jsx";\nexport const a = { Graph: Constructor };\n({ Graph: a.b } = a);',
    );
  });

  it("doesn't change anything if the name stays the same", () => {
    renamesIn('import { Ca$0rd } from "./chart.jsx";', "Card", 'import { Card } from "./chart.jsx";');
    renamesIn('import Ca$0rd from "./chart.jsx";', "Card", 'import Card from "./chart.jsx";');
  });

  it("updates files that import each other", () => {
    const files = (name: string) =>
      `//- x.jsx\nimport { Other } from "./y.jsx";\nexport const ${name} = () => <Other />;\n//- y.jsx\nimport { ${name} } from "./x.jsx";\nexport const Other = () => <${name} />;`;
    renames(`${listed}${files("Card").replace("Card }", "Ca$0rd }")}`, "Crate", files("Crate"));
  });
});

describe("a rename in a code file is rejected", () => {
  const refusesIn = (code: string, newName: string, reason: RegExp) =>
    refuses(`${listed}${chart}//- use.jsx\n${code}`, newName, reason);

  it("if the file can't be parsed", () => {
    const reason =
      /^Docwright can't parse use\.jsx as JavaScript, so it can't find every use of (Card|Graph) in that file\. /;
    refusesIn('import { Ca$0rd } from "./chart.jsx";\nconst a = (', "Crate", reason);
    refusesIn('import Gr$0aph from "./chart.jsx";\nimport { Card, } from\n<Graph />', "Crate", reason);
    refusesIn('import { Ca$0rd } from "./chart.jsx";\nconst a: string = Card;', "Crate", reason);
    refusesIn('import { Ca$0rd } from "./chart.jsx";\nconst Card = 1;', "Crate", reason);
    refusesIn(`import { Ca$0rd } from "./chart.jsx";\n${"[".repeat(300)}${"]".repeat(300)}`, "Crate", reason);
    refusesIn(`import { Ca$0rd } from "./chart.jsx";\n//${"x".repeat(2_000_000)}`, "Crate", reason);
  });

  it("if the name conflicts with another variable", () => {
    const taken = /^use\.jsx already uses the name Crate\. Choose another name\.$/;
    const clause = 'import Gr$0aph from "./chart.jsx";\n';
    refusesIn(`${clause}const Crate = 1;`, "Crate", taken);
    refusesIn(`${clause}const a = (Crate) => <Graph />;`, "Crate", taken);
    refusesIn(`${clause}const a = () => <Crate />;`, "Crate", taken);
    refusesIn("const Card = 1;\nexport { Card as Bo$0x, Card as Crate };", "Crate", taken);
    refusesIn("export const Bo$0x = 1;\nconst a = 2;\nexport { a as Crate };", "Crate", taken);
  });

  it("if the name can't be used for a tag or in a module", () => {
    refusesIn('import _Ca$0rd from "./chart.jsx";\n<_Card />;', "card", /capital letter/);
    refusesIn('import a$0ll from "./chart.jsx";\nall();', "eval", /reserved word/);
  });

  it("if another file re-exports or uses the name in a way that can't be followed", () => {
    const file = (code: string) => `${listed}//- use.jsx\n${code}\n//- x.jsx\nexport const Ca$0rd = 1;`;
    refuses(file('export * from "./x.jsx";'), "Crate", /^use\.jsx re-exports everything from x\.jsx, /);
    for (const use of ["const { a, Card } = All;", 'All["Card"];', "All?.Card;", "<All.Card />;"])
      refuses(file(`import * as All from "./x.jsx";\n${use}`), "Crate", /^use\.jsx uses Card as a member/);
  });
});
