import assert from "node:assert/strict";
import { refuses, renames } from "../../../../../test/harness/rename-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { createRenamePlan, prepareSiteRename, undoRename, type RenamePlan } from "./rename-targets.ts";
import { renameSymbol } from "./rename.ts";

type Files = ReadonlyMap<string, string>;

/** Renames the symbol at `mark` in `file`. Returns the renamed files and the rename plan. */
function rename(files: Files, file: string, mark: string, to: string, earlierPlans: readonly RenamePlan[] = []) {
  const site = siteOf(files);
  const readText = (path: string) => files.get(path);
  const start = prepareSiteRename(site, file, (files.get(file) ?? "").indexOf(mark) + 1);
  assert.ok(start, mark);
  const outcome = renameSymbol(site, file, start, to, readText);
  assert.ok(outcome?.ok, mark);
  const names = { oldName: start.name, newName: to };
  const edits: ReadonlyMap<string, readonly TextEdit[]> = undoRename(names, outcome.edits, earlierPlans, readText);
  const plan = createRenamePlan(names, edits, readText);
  const after = new Map(files);
  for (const [path, own] of edits) after.set(path, applyEdits(after.get(path) ?? "", own));
  return { made: plan, after };
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
    const { made, after } = rename(files, "a.mdx", "Search", "Find");
    assert.match(after.get("b.mdx") ?? "", /\(\/a#find\)/);
    assert.deepEqual(rename(after, "a.mdx", "Find", "Search (all)", [made]).after, files);
  });

  it("restores the original format of a title", () => {
    const site: Files = new Map([
      ["docs.json", twice],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = rename(site, "docs.json", "\\u0047o", "Start");
    assert.deepEqual(rename(after, "docs.json", "Start", "Go", [made]).after, site);
  });

  it("leaves another symbol with the same name unchanged", () => {
    const site: Files = new Map([
      ["docs.json", twice.replace('"Go"', '"Start"')],
      ["a.mdx", "A\n"],
      ["b.mdx", "B\n"],
    ]);
    const { made, after } = rename(site, "docs.json", "\\u0047o", "Start");
    const text = after.get("docs.json") ?? "";
    const second = text.lastIndexOf("Start");
    const other = prepareSiteRename(siteOf(after), "docs.json", second + 1);
    assert.ok(other);
    const outcome = renameSymbol(siteOf(after), "docs.json", other, "Go", (file) => after.get(file));
    assert.ok(outcome?.ok);
    const edits = undoRename({ oldName: "Start", newName: "Go" }, outcome.edits, [made], (file) => after.get(file));
    assert.equal(
      applyEdits(text, edits.get("docs.json") ?? []),
      `${text.slice(0, second)}Go${text.slice(second + "Start".length)}`,
    );
  });
});

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nHi\n';
const chart = "//- chart.jsx\nexport const Card = () => 1;\nexport const Chart = () => 2;\nexport default Chart;\n";

/**
 * Asserts the result of renaming the symbol at `$0` in a code file that imports `chart.jsx`. `other` is the expected
 * text of `chart.jsx`.
 */
function assertRenameIn(before: string, newName: string, after: string, other = chart): void {
  renames(`${docsFixture}${chart}//- use.jsx\n${before}`, newName, `${other}//- use.jsx\n${after}`);
}

const renamedChart = chart.replaceAll("Card", "Crate");

describe("renaming an import in a code file", () => {
  it("renames an alias, a default import, or a namespace in this file only", () => {
    assertRenameIn(
      'import { Card, Chart as Gr$0aph } from "./chart.jsx";\nexport const Two = () => <Graph a={Graph}><Card /></Graph>;',
      "Plot",
      'import { Card, Chart as Plot } from "./chart.jsx";\nexport const Two = () => <Plot a={Plot}><Card /></Plot>;',
    );
    assertRenameIn(
      'import Gr$0aph, { Card } from "./chart.jsx";\nexport const Two = () => <Graph />;',
      "Plot",
      'import Plot, { Card } from "./chart.jsx";\nexport const Two = () => <Plot />;',
    );
    assertRenameIn(
      'import * as A$0ll from "./chart.jsx";\nexport const Two = () => <All.Card>{All.Chart}</All.Card>;',
      "Every",
      'import * as Every from "./chart.jsx";\nexport const Two = () => <Every.Card>{Every.Chart}</Every.Card>;',
    );
  });

  it("renames a default-exported function only in its own file, starting from the declaration or any use", () => {
    const page =
      '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nimport Card from "/card.jsx";\n\n<Card />\n';
    const createCode = (declaredName: string, usedName: string) =>
      `${page}//- card.jsx\nexport default function ${declaredName}({ depth }) {\n  return depth > 0 ? <${usedName} depth={depth - 1} /> : null;\n}\n`;
    renames(createCode("Ca$0rd", "Card"), "Crate", createCode("Crate", "Crate"));
    renames(createCode("Card", "Ca$0rd"), "Crate", createCode("Crate", "Crate"));
    refuses(`${docsFixture}//- card.jsx\nexport def$0ault () => 1;\n`, "Crate", /has no name/);
  });

  it("can start from any use of the name", () => {
    const createCode = (openingName: string, closingName: string, value: string) =>
      `import Graph from "./chart.jsx";\nexport const Two = () => <${openingName} a={${value}}></${closingName}>;`;
    const after = createCode("Plot", "Plot", "Plot").replace("Graph", "Plot");
    assertRenameIn(createCode("Gr$0aph", "Graph", "Graph"), "Plot", after);
    assertRenameIn(createCode("Graph", "Gr$0aph", "Graph"), "Plot", after);
    assertRenameIn(createCode("Graph", "Graph", "$0Graph"), "Plot", after);
  });

  it("renames an export in both files, starting from the import or a use", () => {
    const createCode = (clause: string, tag: string) =>
      `import { ${clause} } from "./chart.jsx";\nexport const Two = () => <${tag} />;`;
    assertRenameIn(createCode("Ca$0rd", "Card"), "Crate", createCode("Crate", "Crate"), renamedChart);
    assertRenameIn(createCode("Card", "Ca$0rd"), "Crate", createCode("Crate", "Crate"), renamedChart);
    assertRenameIn(createCode("Ca$0rd as Own", "Own"), "Crate", createCode("Crate as Own", "Own"), renamedChart);
  });

  it("distinguishes the name before `as` from an import with that name", () =>
    assertRenameIn(
      'import { Ca$0rd as Other } from "./chart.jsx";\nimport Card from "./b.jsx";\n<Card a={Other} />;\n//- b.jsx\nexport default 1;',
      "Crate",
      'import { Crate as Other } from "./chart.jsx";\nimport Card from "./b.jsx";\n<Card a={Other} />;',
      renamedChart,
    ));

  it("preserves the names that a re-exporting file exports", () => {
    assertRenameIn(
      'export { Ca$0rd } from "./chart.jsx";',
      "Crate",
      'export { Crate as Card } from "./chart.jsx";',
      renamedChart,
    );
    assertRenameIn(
      'import { Ca$0rd } from "./chart.jsx";\nexport { Card };\nexport const all = { Card };',
      "Crate",
      'import { Crate } from "./chart.jsx";\nexport { Crate as Card };\nexport const all = { Card: Crate };',
      renamedChart,
    );
  });

  it("renames a re-export's alias and its imports", () => {
    const createMore = (name: string) => `\n//- last.jsx\nimport { ${name} } from "./use.jsx";\n<${name} />;`;
    assertRenameIn(
      `export { Card as Bo$0x } from "./chart.jsx";${createMore("Box")}`,
      "Crate",
      `export { Card as Crate } from "./chart.jsx";${createMore("Crate")}`,
    );
    assertRenameIn(
      `import { Card } from "./chart.jsx";\nexport { Card as Bo$0x };${createMore("Box")}`,
      "Crate",
      `import { Card } from "./chart.jsx";\nexport { Card as Crate };${createMore("Crate")}`,
    );
    assertRenameIn(
      `import { Card } from "./chart.jsx";\n<Card />;\nexport { Ca$0rd };${createMore("Card")}`,
      "Crate",
      `import { Card } from "./chart.jsx";\n<Card />;\nexport { Card as Crate };${createMore("Crate")}`,
    );
  });

  it("renames a variable that is exported in a list", () =>
    renames(
      `${docsFixture}//- x.jsx\nconst Card = () => 1;\nconst Own = 2;\nexport { Ca$0rd, Own as Box };\n<Card />;`,
      "Crate",
      "//- x.jsx\nconst Crate = () => 1;\nconst Own = 2;\nexport { Crate, Own as Box };\n<Crate />;",
    ));

  it("leaves strings, comments, text, properties, attributes, and labels unchanged", () => {
    const createCode = (name: string) =>
      `import ${name} from "./chart.jsx"; // Graph\n/* Graph */ const a = { Graph: 1, b: "Graph", c: \`Graph \${${name}}\`, d: /Graph/ };\nif (a) /Graph/.test(a.Graph);\nexport const Two = () => <p Graph="Graph">Graph {/* Graph */}{a?.Graph} <graph /><a.Graph /></p>;\nGraph: for (;;) break Graph;\nclass A { Graph = ${name}; #Graph; get [${name}]() { return this.Graph; } }`;
    assertRenameIn(createCode("Graph").replace("Graph", "Gr$0aph"), "Plot", createCode("Plot"));
  });

  it("leaves parameters and variables with the same name unchanged", () => {
    const createCode = (name: string) =>
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
    const after = createCode("Plot")
      .replace("() => Plot, Graph", "() => Graph, Graph")
      .replace("[Graph = Plot]", "[Graph = Graph]");
    assertRenameIn(createCode("Graph").replace("Graph", "Gr$0aph"), "Plot", after);
  });

  it("supports names such as __proto__", () => {
    assertRenameIn(
      'import __pro$0to__ from "./chart.jsx";\nexport const a = { __proto__, __proto__: 1, ["__proto__"]: __proto__ };',
      "plot",
      'import plot from "./chart.jsx";\nexport const a = { ["__proto__"]: plot, __proto__: 1, ["__proto__"]: plot };',
    );
    assertRenameIn(
      'import Gr$0aph from "./chart.jsx";\nexport const a = { Graph };\n({ Graph: a.b } = a);',
      "Constructor",
      'import Constructor from "./chart.jsx";\nexport const a = { Graph: Constructor };\n({ Graph: a.b } = a);',
    );
  });

  it("doesn't change anything if the name stays the same", () => {
    assertRenameIn('import { Ca$0rd } from "./chart.jsx";', "Card", 'import { Card } from "./chart.jsx";');
    assertRenameIn('import Ca$0rd from "./chart.jsx";', "Card", 'import Card from "./chart.jsx";');
  });

  it("updates files that import each other", () => {
    const createFiles = (name: string) =>
      `//- x.jsx\nimport { Other } from "./y.jsx";\nexport const ${name} = () => <Other />;\n//- y.jsx\nimport { ${name} } from "./x.jsx";\nexport const Other = () => <${name} />;`;
    renames(`${docsFixture}${createFiles("Card").replace("Card }", "Ca$0rd }")}`, "Crate", createFiles("Crate"));
  });
});

describe("a rename in a code file is rejected", () => {
  const assertRefusedIn = (code: string, newName: string, reason: RegExp) =>
    refuses(`${docsFixture}${chart}//- use.jsx\n${code}`, newName, reason);

  it("if the file can't be parsed", () => {
    const reason =
      /^Docwright can't parse use\.jsx as JavaScript, so it can't find every use of (Card|Graph) in that file\. /;
    assertRefusedIn('import { Ca$0rd } from "./chart.jsx";\nconst a = (', "Crate", reason);
    assertRefusedIn('import Gr$0aph from "./chart.jsx";\nimport { Card, } from\n<Graph />', "Crate", reason);
    assertRefusedIn('import { Ca$0rd } from "./chart.jsx";\nconst a: string = Card;', "Crate", reason);
    assertRefusedIn('import { Ca$0rd } from "./chart.jsx";\nconst Card = 1;', "Crate", reason);
    assertRefusedIn(`import { Ca$0rd } from "./chart.jsx";\n${"[".repeat(300)}${"]".repeat(300)}`, "Crate", reason);
    assertRefusedIn(`import { Ca$0rd } from "./chart.jsx";\n//${"x".repeat(2_000_000)}`, "Crate", reason);
  });

  it("if the name conflicts with another variable", () => {
    const takenPattern = /^use\.jsx already uses the name Crate\. Choose another name\.$/;
    const clause = 'import Gr$0aph from "./chart.jsx";\n';
    assertRefusedIn(`${clause}const Crate = 1;`, "Crate", takenPattern);
    assertRefusedIn(`${clause}const a = (Crate) => <Graph />;`, "Crate", takenPattern);
    assertRefusedIn(`${clause}const a = () => <Crate />;`, "Crate", takenPattern);
    assertRefusedIn("const Card = 1;\nexport { Card as Bo$0x, Card as Crate };", "Crate", takenPattern);
    assertRefusedIn("export const Bo$0x = 1;\nconst a = 2;\nexport { a as Crate };", "Crate", takenPattern);
  });

  it("if the name can't be used for a tag or in a module", () => {
    assertRefusedIn('import _Ca$0rd from "./chart.jsx";\n<_Card />;', "card", /capital letter/);
    assertRefusedIn('import a$0ll from "./chart.jsx";\nall();', "eval", /reserved word/);
  });

  it("if another file re-exports or uses the name in a way that can't be followed", () => {
    const createFile = (code: string) => `${docsFixture}//- use.jsx\n${code}\n//- x.jsx\nexport const Ca$0rd = 1;`;
    refuses(createFile('export * from "./x.jsx";'), "Crate", /^use\.jsx re-exports everything from x\.jsx, /);
    for (const useText of ["const { a, Card } = All;", 'All["Card"];', "All?.Card;", "<All.Card />;"])
      refuses(createFile(`import * as All from "./x.jsx";\n${useText}`), "Crate", /^use\.jsx uses Card as a member/);
  });
});
