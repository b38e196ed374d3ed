import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { refuses, renames } from "../../../../../test/harness/rename-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { renameExport, renameLocal } from "./rename-targets.ts";

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n';

describe("renaming a heading", () => {
  it("updates links to it on every page, including the page that contains it", () =>
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#install-it) [y](b#install-it) [z](/b?x=1#install-it)\n//- b.mdx\n## Inst$0all it\n\n[self](#install-it) [other](#else)\n\n## Else`,
      "Set it up",
      "//- a.mdx\n[x](/b#set-it-up) [y](b#set-it-up) [z](/b?x=1#set-it-up)\n//- b.mdx\n## Set it up\n\n[self](#set-it-up) [other](#else)\n\n## Else",
    ));

  it("updates links to later headings with the same text if their numbered anchors change", () =>
    renames(
      `${docsFixture}//- a.mdx\n[1](/b#use) [2](/b#use-2) [3](/b#use-3)\n//- b.mdx\n## U$0se\n\n## Use\n\n## Use`,
      "Start",
      "//- a.mdx\n[1](/b#start) [2](/b#use) [3](/b#use-2)\n//- b.mdx\n## Start\n\n## Use\n\n## Use",
    ));

  it("can start from a link to the heading and leaves an explicit anchor unchanged", () =>
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#in$0st)\n//- b.mdx\n## Install it {#inst}`,
      "Set it up",
      "//- b.mdx\n## Set it up {#inst}",
    ));

  it("updates docs.json, including redirects", () =>
    renames(
      '//- docs.json\n{ "navigation": { "pages": ["b"] }, "navbar": { "links": [{ "label": "x", "href": "/b#do-it" }] }, "redirects": [{ "source": "/o", "destination": "/b#do-it" }] }\n//- b.mdx\n## $0Do it',
      "Done",
      '//- docs.json\n{ "navigation": { "pages": ["b"] }, "navbar": { "links": [{ "label": "x", "href": "/b#done" }] }, "redirects": [{ "source": "/o", "destination": "/b#done" }] }\n//- b.mdx\n## Done',
    ));

  it("preserves the entities in a link", () =>
    renames(
      `${docsFixture}//- a.mdx\n[x](/b?q=&#39;#use) <a href="/b?q=&quot;&#35;use">y</a> [z](/b\\#use)\n//- b.mdx\n## U$0se`,
      "Start",
      `//- a.mdx\n[x](/b?q=&#39;#start) <a href="/b?q=%22#start">y</a> [z](/b\\#start)\n//- b.mdx\n## Start`,
    ));

  it("updates links to an element's ID", () =>
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#old)\n//- b.mdx\n<div id="o$0ld">x</div>`,
      "new",
      '//- a.mdx\n[x](/b#new)\n//- b.mdx\n<div id="new">x</div>',
    ));

  const assertHeading = (newName: string, writtenName: string, more = "") =>
    renames(
      `//- docs.json\n{ "variables": { "v": "2" }, "navigation": { "pages": ["b"] } }\n//- b.mdx\n${more}## U$0se`,
      newName,
      `//- b.mdx\n${more}## ${writtenName}`,
    );

  it("escapes braces and angle brackets and updates links to the resulting anchor", () => {
    const page = `${docsFixture}//- a.mdx\n[x](/b#use)\n//- b.mdx\n## U$0se`;
    renames(page, "A {b} <c>", "//- a.mdx\n[x](/b#a-b-%3Cc%3E)\n//- b.mdx\n## A \\{b} \\<c>");
    renames(page, "1 %<c>", "//- a.mdx\n[x](/b#1-%25%3Cc%3E)\n//- b.mdx\n## 1 %\\<c>");
  });

  it("escapes only what MDX would parse as code", () => {
    assertHeading("`{a}` and ``b`<c>``", "`{a}` and ``b`<c>``");
    assertHeading("a < b, 1 <2, \\{c}", "a < b, 1 \\<2, \\{c}");
    assertHeading("{{v}} and {{w}}", "{{v}} and \\{\\{w}}");
    assertHeading("H<sub>2</sub>O <b> <br/>", "H<sub>2</sub>O \\<b> <br/>");
    assertHeading('<Icon icon="star" /> New <Foo />', '<Icon icon="star" /> New \\<Foo />');
    assertHeading("{name} {other} {' '}", "{name} \\{other} {' '}", 'export const name = "x";\n\n');
    assertHeading('<b title="{x}">', '\\<b title="\\{x}">');
    assertHeading("`open {x}", "`open \\{x}");
    assertHeading("Learn C #", "Learn C \\#");
  });

  it("preserves expressions and tags that were already in the heading", () =>
    renames(
      `${docsFixture}//- b.mdx\n## U$0se {count + 1} <Icon icon={star} />`,
      "Count {count + 1} <Icon icon={star} /> {count + 2}",
      "//- b.mdx\n## Count {count + 1} <Icon icon={star} /> \\{count + 2}",
    ));

  it("escapes text that would start another block in an underlined heading", () =>
    renames(`${docsFixture}//- b.mdx\nU$0se\n===`, "1. Start", "//- b.mdx\n1\\. Start\n==="));

  it("escapes a definition in an underlined heading", () =>
    renames(`${docsFixture}//- b.mdx\nU$0se\n---`, "[^1 a]: b", "//- b.mdx\n\\[^1 a]: b\n---"));

  it("rejects text that would start a module statement in an underlined heading", () => {
    for (const pattern of ["export data", "import data", "import  'x'"])
      for (const textAbove of ["", "Hi\n\n", "<Note>\n"])
        refuses(
          `${docsFixture}//- b.mdx\n${textAbove}U$0se\n===`,
          pattern,
          /MDX parses a line that starts with “(ex|im)port” as code/,
        );
    for (const [before, after] of [
      ["U$0se\n===", "exports data\n==="],
      ["> U$0se\n> ---", "> exports data\n> ---"],
      ["## U$0se", "## exports data"],
    ] as const) {
      renames(`${docsFixture}//- b.mdx\n${before}`, "exports data", `//- b.mdx\n${after}`);
      if (!before.startsWith("U"))
        renames(`${docsFixture}//- b.mdx\n${before}`, "export data", `//- b.mdx\n${after.replace("ports", "port")}`);
    }
  });

  it("rejects an explicit anchor in a heading where the service would ignore it: one that is underlined, closed by #, or in a list or quote", () => {
    for (const text of ["U$0se\n===", "## U$0se ##", "- ## U$0se", "> ## U$0se", "    ## U$0se"])
      refuses(`${docsFixture}//- b.mdx\n${text}`, "a {#id}", /Only a heading that starts with #/);
    renames(`${docsFixture}//- b.mdx\n   ## U$0se`, "a {#my id}", "//- b.mdx\n   ## a {#my id}");
  });

  it("escapes `{#…}` that isn't an anchor", () => {
    assertHeading("a {#}", "a \\{#}");
    renames(`${docsFixture}//- b.mdx\nU$0se\n===`, "a {#}", "//- b.mdx\na \\{#}\n===");
    assertHeading("a \\{#}", "a \\{#}");
  });

  it("rejects text that can't be escaped: code in a formula, and a tag after a bare URL", () => {
    for (const pattern of ["$a `{b}` $", "https://example.com</c>", "See www.example.com/{id}"])
      refuses(`${docsFixture}//- b.mdx\n## U$0se`, pattern, /doesn't form a single heading/);
  });

  it("rejects text that has no anchor", () => {
    for (const pattern of ["---", "!!!", "{#id}", "<Icon icon='x' />"])
      refuses(
        `${docsFixture}//- a.mdx\n[x](/b#use)\n//- b.mdx\n## U$0se`,
        pattern,
        /no letters or digits|must be one line of text/,
      );
    renames(`${docsFixture}//- b.mdx\n## U$0se {#use}`, "---", "//- b.mdx\n## --- {#use}");
  });

  it("updates links in included snippets and links to pages that show a heading from a snippet", () => {
    const page = 'import Note from "/snippets/n.mdx";\n\n<Note />\n';
    renames(
      `${docsFixture}//- b.mdx\n${page}\n## U$0se\n//- snippets/n.mdx\n[x](#use) [y](./b#use) [z](/b#use)`,
      "Start",
      `//- b.mdx\n${page}\n## Start\n//- snippets/n.mdx\n[x](#start) [y](./b#start) [z](/b#start)`,
    );
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#use)\n//- b.mdx\n${page}\n[x](#use)\n//- snippets/n.mdx\n## U$0se`,
      "Start",
      `//- a.mdx\n[x](/b#start)\n//- b.mdx\n${page}\n[x](#start)\n//- snippets/n.mdx\n## Start`,
    );
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#us$0e)\n//- b.mdx\n${page}\n//- snippets/n.mdx\n## Use`,
      "Start",
      `//- a.mdx\n[x](/b#start)\n//- b.mdx\n${page}\n//- snippets/n.mdx\n## Start`,
    );
  });

  it("rejects the rename if a snippet's link leads to a different heading on each page that includes the snippet", () => {
    const page = 'import Note from "/snippets/n.mdx";\n\n<Note />\n\n## U';
    refuses(
      `${docsFixture}//- a.mdx\n${page}se\n//- b.mdx\n${page}$0se\n//- snippets/n.mdx\n[x](#use)`,
      "Start",
      /The link #use in snippets\/n\.mdx can also lead to other headings/,
    );
  });

  it("updates links through redirects and preserves the text after a link", () =>
    renames(
      '//- docs.json\n{ "navigation": { "pages": ["a", "b"] }, "banner": { "content": "See [x](/b#use) now" }, "redirects": [{ "source": "/old", "destination": "/b" }] }\n//- a.mdx\n[x](/old#use)\n//- b.mdx\n## U$0se',
      "Start",
      '//- docs.json\n{ "navigation": { "pages": ["a", "b"] }, "banner": { "content": "See [x](/b#start) now" }, "redirects": [{ "source": "/old", "destination": "/b" }] }\n//- a.mdx\n[x](/old#start)\n//- b.mdx\n## Start',
    ));

  it("rejects the rename if a link's text can't be determined", () =>
    refuses(
      '//- docs.json\n{ "navigation": { "pages": ["b"] }, "banner": { "content": "See\\n[x](/b#use) now" } }\n//- b.mdx\n## U$0se',
      "Start",
      /\/b#use in docs\.json can't be updated safely/,
    ));

  it("rejects text that readers don't see", () => {
    for (const text of [" ", "\u200b", "\u2060 \ufeff"])
      refuses(`${docsFixture}//- b.mdx\n## U$0se`, text, /must be one line of text/);
  });
});

describe("renaming an element's ID", () => {
  it("leaves a heading with the same ID unchanged", () =>
    renames(
      `${docsFixture}//- a.mdx\n[x](#diff)\n\n<div id="di$0ff">\n  ### Diff\n</div>`,
      "changes",
      '//- a.mdx\n[x](#changes)\n\n<div id="changes">\n  ### Diff\n</div>',
    ));
});

describe("renaming a component", () => {
  it("leaves a page's alias unchanged, even if it's the same as the component's name", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport { Price as Price } from "/snippets/x.mdx";\n\n<Price />\n//- snippets/x.mdx\nexport const Pri$0ce = () => 1;`,
      "Cost",
      '//- a.mdx\nimport { Cost as Price } from "/snippets/x.mdx";\n\n<Price />\n//- snippets/x.mdx\nexport const Cost = () => 1;',
    ));

  it("renames a snippet's component in its file and in every page that imports it", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport { Price, Other } from "/snippets/x.mdx";\n\n<Price>\n  <Price.Part />\n</Price>\n//- b.mdx\nimport { Price as P } from "/snippets/x.mdx";\n\n<P />\n//- snippets/x.mdx\nexport const Pri$0ce = () => 1;\nexport const Other = 1;\n\n<Price />`,
      "Cost",
      '//- a.mdx\nimport { Cost, Other } from "/snippets/x.mdx";\n\n<Cost>\n  <Cost.Part />\n</Cost>\n//- b.mdx\nimport { Cost as P } from "/snippets/x.mdx";\n\n<P />\n//- snippets/x.mdx\nexport const Cost = () => 1;\nexport const Other = 1;\n\n<Cost />',
    ));

  it("renames a code file's component but not the same word in strings and properties", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport { Price } from "/snippets/x.jsx";\n\n<Pr$0ice />\n//- snippets/x.jsx\n// Price is shown\nexport const Price = ({ Price: inner }) => <p title="Price">Price {inner.Price}</p>;\nPrice.displayName = "Price";\nexport const Two = () => <Price><Price /></Price>;\nconst all = [Price, { Price }];`,
      "Cost",
      '//- a.mdx\nimport { Cost } from "/snippets/x.jsx";\n\n<Cost />\n//- snippets/x.jsx\n// Price is shown\nexport const Cost = ({ Price: inner }) => <p title="Price">Price {inner.Price}</p>;\nCost.displayName = "Price";\nexport const Two = () => <Cost><Cost /></Cost>;\nconst all = [Cost, { Price: Cost }];',
    ));

  it("renames a page's local name for a component in that page only", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport Note from "/snippets/x.mdx";\n\n<No$0te>x</Note>\n//- snippets/x.mdx\nHi`,
      "Hint",
      '//- a.mdx\nimport Hint from "/snippets/x.mdx";\n\n<Hint>x</Hint>',
    ));

  it("rejects a name that is empty, taken, or not valid as a tag", () => {
    const text = `${docsFixture}//- a.mdx\nimport { Price, Other } from "/snippets/x.mdx";\n\n<Pr$0ice />\n//- snippets/x.mdx\nexport const Price = 1;\nexport const Other = 1;`;
    refuses(text, "price", /capital letter/);
    refuses(text, "Other", /a\.mdx already uses the name Other/);
    refuses(text, "1x", /can't start with a digit/);
    refuses(text, "class", /can't[^.]*be a reserved word/);
  });
});

describe("renaming a name in an import", () => {
  const jsx = "export const Box = () => 1;\nexport default Box;";

  it("renames an export in its file and in every page and code file that imports it", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport { importBox, B$0ox } from "/snippets/x.jsx";\n\n<Box />\n//- b.mdx\nimport { Box as B } from "/snippets/x.jsx";\n\n<B />\n//- snippets/x.jsx\n${jsx}\nexport const importBox = 1;\n//- snippets/y.jsx\nimport { Box } from "./x.jsx";\nexport const Two = () => <Box />;\n//- snippets/z.jsx\nexport { Box } from "./x.jsx";\nimport { Box as Own } from './x.jsx';`,
      "Crate",
      `//- a.mdx\nimport { importBox, Crate } from "/snippets/x.jsx";\n\n<Crate />\n//- b.mdx\nimport { Crate as B } from "/snippets/x.jsx";\n\n<B />\n//- snippets/x.jsx\nexport const Crate = () => 1;\nexport default Crate;\nexport const importBox = 1;\n//- snippets/y.jsx\nimport { Crate } from "./x.jsx";\nexport const Two = () => <Crate />;\n//- snippets/z.jsx\nexport { Crate as Box } from "./x.jsx";\nimport { Crate as Own } from './x.jsx';`,
    ));

  it("can start from the export in a code file", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport { Box } from "/snippets/x.jsx";\n\n<Box />\n//- snippets/x.jsx\nexport const B$0ox = () => 1;`,
      "Crate",
      '//- a.mdx\nimport { Crate } from "/snippets/x.jsx";\n\n<Crate />\n//- snippets/x.jsx\nexport const Crate = () => 1;',
    ));

  it("renames an alias, a page, or a namespace only on the page that imports it", () => {
    renames(
      `${docsFixture}//- a.mdx\nimport { Box as B$0x } from "/snippets/x.jsx";\n\n<Bx />\n//- snippets/x.jsx\n${jsx}`,
      "Cr",
      '//- a.mdx\nimport { Box as Cr } from "/snippets/x.jsx";\n\n<Cr />',
    );
    renames(
      `${docsFixture}//- a.mdx\nimport P$0art, { x } from "/snippets/p.mdx"; import Other from "/snippets/q.mdx";\n\n<Part />\n//- snippets/p.mdx\nexport const x = 1;\n//- snippets/q.mdx\nHi`,
      "Piece",
      '//- a.mdx\nimport Piece, { x } from "/snippets/p.mdx"; import Other from "/snippets/q.mdx";\n\n<Piece />',
    );
    renames(
      `${docsFixture}//- a.mdx\nimport * as A$0ll from "/snippets/x.jsx";\n\n<All.Box />\n//- snippets/x.jsx\n${jsx}`,
      "Every",
      '//- a.mdx\nimport * as Every from "/snippets/x.jsx";\n\n<Every.Box />',
    );
  });

  it("renames an export, starting from the name before `as`", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport {\n  B$0ox as Bx,\n} from "/snippets/x.jsx";\n\n<Bx />\n//- snippets/x.jsx\n${jsx}`,
      "Crate",
      `//- a.mdx\nimport {\n  Crate as Bx,\n} from "/snippets/x.jsx";\n\n<Bx />\n//- snippets/x.jsx\n${jsx.replaceAll("Box", "Crate")}`,
    ));

  it("renames an export in tags that use it through a namespace", () =>
    renames(
      `${docsFixture}//- a.mdx\nimport * as All from "/snippets/x.jsx";\n\n<All.Box>\n  <All.Boxes />\n</All.Box>\n//- b.mdx\nimport * as All from "/snippets/x.jsx";\nimport { Box as Own } from "/snippets/x.jsx";\n\n<Own />\n\n<All.Box.Part />\n//- snippets/x.jsx\nexport const B$0ox = () => 1;`,
      "Crate",
      '//- a.mdx\nimport * as All from "/snippets/x.jsx";\n\n<All.Crate>\n  <All.Boxes />\n</All.Crate>\n//- b.mdx\nimport * as All from "/snippets/x.jsx";\nimport { Crate as Own } from "/snippets/x.jsx";\n\n<Own />\n\n<All.Crate.Part />\n//- snippets/x.jsx\nexport const Crate = () => 1;',
    ));

  it("rejects the rename if an expression or code uses the export through a namespace", () => {
    const createReason = (file: string) => new RegExp(`^${file} uses Box as a member of an import outside a tag`);
    refuses(
      `${docsFixture}//- a.mdx\nimport * as All from "/snippets/x.jsx";\n\n{All . Box}\n//- snippets/x.jsx\nexport const B$0ox = () => 1;`,
      "Crate",
      createReason("a.mdx"),
    );
    const createCode = (member: string) =>
      `${docsFixture}//- y.jsx\nimport * as All from "./x.jsx";\nexport const Two = () => <${member} />;\n//- x.jsx\nexport const B$0ox = () => 1;`;
    refuses(createCode("All.Box"), "Crate", createReason("y.jsx"));
    renames(createCode("All.Boxes"), "Crate", "//- x.jsx\nexport const Crate = () => 1;");
  });

  it("rejects a name that the code already contains", () =>
    refuses(
      `${docsFixture}//- a.mdx\nimport { B$0ox } from "/snippets/x.jsx";\n\n<Box />\n//- snippets/x.jsx\n${jsx}\nconst Crate = 1;`,
      "Crate",
      /snippets\/x\.jsx already uses the name Crate/,
    ));
});

describe("renaming a name in an import that follows other text", () => {
  const box = "\n//- snippets/box.mdx\nexport const B$0ox = () => 1;";
  const crateFile = "\n//- snippets/box.mdx\nexport const Crate = () => 1;";
  const createNamed = (textAbove: string, clause: string, name: string) =>
    `//- a.mdx\n${textAbove}import ${clause} from '/snippets/box.mdx'\n\n<${name} />`;

  for (const [caseName, textAbove] of [
    ["“import” in the title", "---\ntitle: How to import data\n---\n\n"],
    ["“export” in the description", "---\ndescription: How to export { data }\n---\n\n"],
    ["“import” in a comment", "{/* import components */}\n\n"],
    ["“import” in a paragraph", "Then import things;\nexport them\n\n"],
    ["another statement", "export const a = 1;\n"],
  ] as const)
    it(`updates an import of an export and an import under a page's own name after ${caseName}`, () => {
      renames(
        docsFixture + createNamed(textAbove, "{ Box }", "Box") + box,
        "Crate",
        createNamed(textAbove, "{ Crate }", "Crate") + crateFile,
      );
      renames(
        `${docsFixture}${createNamed(textAbove, "B$0ox", "Box")}\n//- snippets/box.mdx\nHi`,
        "Crate",
        createNamed(textAbove, "Crate", "Crate"),
      );
    });

  it("updates an import that contains comments or a name that is also a keyword of the statement", () => {
    const assertRenamed = (before: string, after: string, tag: string) =>
      renames(
        `${docsFixture}${createNamed("", before, "Box")}${box}\nexport const Other = 1;`,
        "Crate",
        `${createNamed("", after, tag)}${crateFile}\nexport const Other = 1;`,
      );
    const createLines = (name: string) =>
      `{\n  // Don't import this; import that\n  ${name}, // the Box\n  /* Box, */ Other,\n}`;
    assertRenamed(createLines("Box"), createLines("Crate"), "Crate");
    assertRenamed("{ from, Box as as, Other }", "{ from, Crate as as, Other }", "Box");
    assertRenamed("/* Box { */ type, { Other, type Box }", "/* Box { */ type, { Other, type Crate }", "Crate");
    renames(
      `${docsFixture}//- a.mdx\nimport { from } from "/snippets/x.mdx";\n\n{from}\n//- snippets/x.mdx\nexport const fr$0om = 1;`,
      "source",
      '//- a.mdx\nimport { source } from "/snippets/x.mdx";\n\n{source}\n//- snippets/x.mdx\nexport const source = 1;',
    );
  });

  it("updates every name in a page that imports it twice", () =>
    renames(
      `${docsFixture}${createNamed("", "{ Box as Other, Box }", "Box")}\n<Other />${box}`,
      "Crate",
      `${createNamed("", "{ Crate as Other, Crate }", "Crate")}\n<Other />${crateFile}`,
    ));

  it("updates imports and uses in code, but not other text", () => {
    const createCode = (name: string) =>
      `// how we import things\nimport { ${name} } from './box.jsx'\n/* import */ export const Two = () => <${name} />;`;
    const other = "export const all = { a, Box, load: () => import('./box.jsx') };";
    renames(
      `${docsFixture}//- a.mdx\nHi\n//- box.jsx\nexport const B$0ox = () => 1;\n//- two.jsx\n${createCode("Box")}\n//- all.jsx\n${other}`,
      "Crate",
      `//- box.jsx\nexport const Crate = () => 1;\n//- two.jsx\n${createCode("Crate")}`,
    );
  });

  it("rejects the rename if an import's range is unknown or code can't be read", () => {
    const before = `${docsFixture}${createNamed("", "{ Box, Box as Own }", "Box")}${box}\n//- two.jsx\nimport { Box } from './snippets/box.mdx';`;
    const { files } = parseFixture(before);
    const site = siteOf(files);
    const page = site.references.get("a.mdx");
    assert.ok(page);
    const imports = page.imports.map((pageImport) => ({ ...pageImport, clauseRange: { start: 0, end: 0 } }));
    const brokenPage = { ...page, imports };
    const references = new Map([...site.references, ["a.mdx", brokenPage] as const]);
    const read = (file: string) => files.get(file);
    for (const outcome of [
      renameExport({ ...site, references }, "snippets/box.mdx", "Box", "Crate", read),
      renameLocal(brokenPage, "Own", "Crate"),
      renameExport(site, "snippets/box.mdx", "Box", "Crate", () => undefined),
    ]) {
      assert.ok(!outcome.ok);
      assert.match(formatMessageInEnglish(outcome.reason), /can't find the import of (Box|Own) in (a\.mdx|two\.jsx)/);
    }
  });
});

describe("renaming a variable", () => {
  it("updates its key and every use", () =>
    renames(
      '//- docs.json\n{ "variables": { "v": "2" }, "name": "T {{v}}", "navigation": { "pages": ["a"] } }\n//- a.mdx\n{{$0v}} and [x](/{{v}}/y) {{vv}}',
      "release",
      '//- docs.json\n{ "variables": { "release": "2" }, "name": "T {{release}}", "navigation": { "pages": ["a"] } }\n//- a.mdx\n{{release}} and [x](/{{release}}/y) {{vv}}',
    ));

  it("updates code and frontmatter and can start from either one", () => {
    const createFixture = (name: string, first: string) =>
      `//- docs.json\n{ "variables": { "${name}": "2" }, "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ntitle: Docs {{${name}}}\n---\n\`{{${name}}}\` {{vv}}\n\n\`\`\`bash docs-{{${name}}}.sh\nVERSION={{${first}}} {{vv}}\n\`\`\`\n`;
    renames(createFixture("v", "$0v"), "release", createFixture("release", "release"));
  });

  it("rejects a name that already exists or contains spaces", () => {
    const text = '//- docs.json\n{ "variables": { "v$0": "2", "w": "3" }, "navigation": { "pages": [] } }';
    refuses(text, "w", /already defines the variable w/);
    refuses(text, "a b", /letters, digits/);
  });
});

describe("renaming the title of a group", () => {
  it("changes only the title", () =>
    renames(
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "Gui$0des", "pages": [] }, { "group": "Guides", "pages": [] }] } }',
      'Say "hi"',
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "Say \\"hi\\"", "pages": [] }, { "group": "Guides", "pages": [] }] } }',
    ));
});
