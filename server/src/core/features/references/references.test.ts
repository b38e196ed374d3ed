import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findDefinitions } from "./find-definitions.ts";
import { findReferences } from "./find-references.ts";
import { findSymbolAt } from "./symbol-at.ts";

/**
 * Parses a fixture that has a symbol at `$0`. `[|…|]` marks the symbol's references. If `definition` is set, the first
 * mark is the symbol's definition.
 */
function parseAtCursor(text: string) {
  const { files, marks, cursor } = parseFixture(text);
  const site = siteOf(files);
  const found = cursor && findSymbolAt(site, cursor.file, cursor.offset, (file) => files.get(file));
  const formatLocations = (places: readonly { file: string; range: { start: number; end: number } }[]) =>
    places.map(({ file, range }) => `${file} ${range.start}-${range.end}`).sort();
  const markedRanges = formatLocations(marks);
  return {
    definition: () => {
      assert.ok(found, "no symbol was found at the position");
      assert.deepEqual(formatLocations(findDefinitions(site, found.symbol, (file) => files.get(file))), markedRanges);
    },
    uses: () => {
      assert.ok(found, "no symbol was found at the position");
      assert.deepEqual(
        formatLocations(
          findReferences(site, found.symbol, (file) => files.get(file)).map((reference) => reference.location),
        ),
        markedRanges,
      );
    },
    nothing: () => assert.equal(found, undefined),
  };
}

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n';

describe("go to definition", () => {
  it("resolves a navigation entry to its page's title", () =>
    parseAtCursor(
      '//- docs.json\n{ "navigation": { "pages": ["guides/$0a"] } }\n//- guides/a.mdx\n---\ntitle: [|Start|]\n---',
    ).definition());

  it("resolves a link to the page", () =>
    parseAtCursor(`${docsFixture}//- a.mdx\n[x](/$0b)\n//- b.mdx\n[||]Hi`).definition());

  it("finds the heading for a fragment in any form that the service supports", () => {
    parseAtCursor(`${docsFixture}//- a.mdx\n[x](/b#inst$0all-it)\n//- b.mdx\n## [|Install it|]`).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\n[x](#$0do)\n\n<div id="[|do|]" />\n//- b.mdx\nHi`).definition();
  });

  it("resolves a link through a redirect to the final page", () =>
    parseAtCursor(
      '//- docs.json\n{ "navigation": { "pages": ["a", "b"] }, "redirects": [{ "source": "/old", "destination": "/b" }] }\n//- a.mdx\n[x](/o$0ld)\n//- b.mdx\n---\ntitle: [|B|]\n---',
    ).definition());

  it("resolves both ends of a redirect to the page", () => {
    const createFixture = (source: string, destination: string) =>
      `//- docs.json\n{ "navigation": { "pages": ["a"] }, "redirects": [{ "source": "/${source}", "destination": "/${destination}" }] }\n//- a.mdx\n---\ntitle: [|A|]\n---`;
    parseAtCursor(createFixture("ol$0d", "a")).definition();
    parseAtCursor(createFixture("old", "$0a")).definition();
  });

  it("resolves an import, an opening tag, or a closing tag to the snippet or its export", () => {
    const snippet = "//- snippets/x.mdx\nexport const [|Price|] = () => 1;\n\nHi";
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { Price } from "/snippets/x.mdx";\n\n<Pr$0ice />\n${snippet}`,
    ).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { Price as P } from "/snippets/x.mdx";\n\n<P>x</$0P>\n${snippet}`,
    ).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport X from "/snip$0pets/x.mdx";\n//- snippets/x.mdx\n[||]Hi`,
    ).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport X from "/snippets/x.mdx";\n\n<$0X />\n//- snippets/x.mdx\n[||]Hi`,
    ).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { T } from "/snippets/t.jsx";\n\n{$0T}\n//- snippets/t.jsx\nimport y from "y";\nexport const [|T|] = 1;`,
    ).definition();
  });

  it("resolves a variable on a page or in docs.json to its key in docs.json", () => {
    parseAtCursor(
      '//- docs.json\n{ "variables": { [|"v"|]: "2" }, "navigation": { "pages": ["a"] } }\n//- a.mdx\nVersion {{$0v}}',
    ).definition();
    parseAtCursor(
      '//- docs.json\n{ "variables": { [|"v"|]: "2" }, "name": "T {{ $0v }}", "navigation": { "pages": ["a"] } }\n//- a.mdx\nHi',
    ).definition();
  });

  it("resolves a variable in code and in frontmatter to its key", () => {
    const createFixture = (text: string) =>
      `//- docs.json\n{ "variables": { [|"v"|]: "2" }, "navigation": { "pages": ["a"] } }\n//- a.mdx\n${text}`;
    parseAtCursor(createFixture("```bash\nVERSION={{$0v}}\n```")).definition();
    parseAtCursor(createFixture("`docs@{{$0v}}`")).definition();
    parseAtCursor(createFixture("---\ntitle: Docs {{$0v}}\n---")).definition();
    parseAtCursor(createFixture('<Card href="/{{$0v}}/b" />')).definition();
    parseAtCursor(createFixture("<div style={{$0v}} />")).nothing();
  });

  it("resolves an image or a file in docs.json to the file", () => {
    parseAtCursor(`${docsFixture}//- a.mdx\n![x](/images/$0p.png)\n//- images/p.png\n[||]`).definition();
    parseAtCursor(
      '//- docs.json\n{ "favicon": "/$0f.svg", "navigation": { "pages": [] } }\n//- f.svg\n[||]',
    ).definition();
    parseAtCursor(
      '//- docs.json\n{ "navigation": { "$ref": "./n$0av.json" } }\n//- nav.json\n[||]{ "pages": [] }',
    ).definition();
  });

  it("resolves an imported name to the export in the other file", () => {
    const jsx = "//- snippets/x.jsx\nexport const [|Box|] = () => 1;";
    parseAtCursor(`${docsFixture}//- a.mdx\nimport { B$0ox } from "/snippets/x.jsx";\n${jsx}`).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\nimport { B$0ox as Own } from "/snippets/x.jsx";\n${jsx}`).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\nimport { Box as O$0wn } from "/snippets/x.jsx";\n${jsx}`).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport P$0art from "/snippets/p.mdx";\n//- snippets/p.mdx\n[||]Hi`,
    ).definition();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport * as A$0ll from "/snippets/x.jsx";\n//- snippets/x.jsx\n[||]export const Box = 1;`,
    ).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\nHi\n//- snippets/x.jsx\nexport const [|B$0ox|] = () => 1;`).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\nimport { B$0ox } from "lodash";`).nothing();
  });

  it("resolves a name in a code file to the export in the other file", () => {
    const from = (code: string) =>
      `${docsFixture}//- a.mdx\nHi\n//- snippets/use.jsx\n${code}\n//- snippets/chart.jsx\n`;
    const chart = "export const [|Chart|] = () => 1;\nexport default 2;";
    parseAtCursor(from('import { Ch$0art } from "./chart.jsx";') + chart).definition();
    parseAtCursor(from('import { Ch$0art as Graph } from "./chart.jsx";') + chart).definition();
    parseAtCursor(from('import { Chart as Gr$0aph } from "/snippets/chart.jsx";') + chart).definition();
    parseAtCursor(from('export { Ch$0art } from "./chart.jsx";') + chart).definition();
    parseAtCursor(from('import { Chart as Graph } from "./chart.jsx";\n<Gr$0aph />;') + chart).definition();
    parseAtCursor(from('import { Chart } from "./chart.jsx";\nconst a = [$0Chart];') + chart).definition();
    parseAtCursor(from('import Gr$0aph from "./chart.jsx";') + "export [|default|] 2;").definition();
    parseAtCursor(from('import * as A$0ll from "./chart.jsx";') + "[||]export default 2;").definition();
    parseAtCursor(from('import { Ch$0art, } from "./chart.jsx";\nconst a = (') + chart).definition();
    parseAtCursor(from('import Other, { Ch$0art from "./chart.jsx";') + chart).definition();
    parseAtCursor(from('import { Chart } from "./ch$0art.jsx";') + "[||]export const Chart = 1;").definition();
    parseAtCursor(from("export const [|Chart|] = 1;\n<Ch$0art />;") + "export const Chart = 1;").definition();
  });

  it("doesn't resolve strings, comments, properties, or local variables with the same name as an import", () => {
    for (const code of [
      '"Ch$0art"',
      "// Ch$0art",
      "a.Ch$0art",
      "<a Ch$0art />",
      "(Chart) => Ch$0art",
      "<p>Ch$0art</p>",
    ])
      parseAtCursor(
        `${docsFixture}//- a.mdx\nHi\n//- use.jsx\nimport { Chart } from "./chart.jsx";\n${code}\n//- chart.jsx\nexport const Chart = 1;`,
      ).nothing();
    parseAtCursor(`${docsFixture}//- a.mdx\nHi\n//- use.jsx\nimport { Ch$0art } from "./missing.jsx";`).nothing();
    parseAtCursor(`${docsFixture}//- a.mdx\nHi\n//- use.jsx\nimport { __pro$0to__ } from "react";`).nothing();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nHi\n//- use.jsx\n// import { Ch$0art } from "./chart.jsx";\n//- chart.jsx\n1`,
    ).nothing();
  });

  it("follows re-exports to the declaration, even if files re-export a name from each other", () => {
    const page = `${docsFixture}//- a.mdx\nimport { B$0ox } from "/x.jsx";\n`;
    parseAtCursor(
      `${page}//- x.jsx\nexport { Own as Box } from "./y.jsx";\n//- y.jsx\nexport const [|Own|] = 1;`,
    ).definition();
    parseAtCursor(
      `${page}//- x.jsx\nimport { Box } from "./y.jsx";\nexport { Box };\n//- y.jsx\nexport const [|Box|] = 1;`,
    ).definition();
    parseAtCursor(
      `${page}//- x.jsx\nexport { Box } from "./y.jsx";\n//- y.jsx\nexport { [|Box|] } from "./x.jsx";`,
    ).definition();
    parseAtCursor(`${page}//- x.jsx\nexport { default as Box } from "./y.mdx";\n//- y.mdx\n[||]Hi`).definition();
  });

  it("resolves a dynamic import's path to the file", () => {
    const jsx = "//- snippets/x.jsx\n[||]export default () => 1;";
    parseAtCursor(
      `${docsFixture}//- a.mdx\nexport const X = lazy(() => import("/snippets/$0x.jsx"));\n${jsx}`,
    ).definition();
    parseAtCursor(`${docsFixture}//- a.mdx\n<Box load={() => import("./snippets/$0x.jsx")} />\n${jsx}`).definition();
  });

  it("resolves a snippet's relative link from the page that includes the snippet", () =>
    parseAtCursor(
      '//- docs.json\n{ "navigation": { "pages": ["g/a"] } }\n//- g/a.mdx\nimport Note from "/snippets/n.mdx";\n//- g/b.mdx\n[||]Hi\n//- snippets/n.mdx\n[x](./$0b)',
    ).definition());

  it("returns nothing if there's no symbol or its target doesn't exist", () => {
    parseAtCursor(`${docsFixture}//- a.mdx\nWo$0rds`).nothing();
    parseAtCursor(`${docsFixture}//- a.mdx\n[x](/no$0thing)`).nothing();
    parseAtCursor(`${docsFixture}//- a.mdx\n[x](https://exa$0mple.com)`).nothing();
    parseAtCursor('//- docs.json\n{ "name": "Ti$0tle", "navigation": { "pages": [] } }').nothing();
  });
});

describe("find references", () => {
  it("finds entries, root pages, links, redirects, and imports that refer to a page", () =>
    parseAtCursor(
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "G", "root": [|"b"|], "pages": [[|"b"|], [|"/b.mdx"|]] }] },\n"redirects": [{ "source": "/old", "destination": [|"/b#x"|] }, { "source": "/other", "destination": "/c" }],\n"navbar": { "links": [{ "label": "B", "href": [|"/b"|] }] } }\n//- a.mdx\n[b]([|/b|]) [b]([|./b.mdx#x|]) [old]([|/old|]) [c](/bb) <Card href="[|/b?x|]" />\n//- b.mdx\n---\ntitle: $0B\n---\n[self]([|/b|])\n//- bb.mdx\nHi',
    ).uses());

  it("finds links to a heading anchor on the same page and on others", () =>
    parseAtCursor(
      `${docsFixture}//- a.mdx\n[x]([|/b#install-it|]) [y](/b) [z](/b#other) [w]([|b#install-it|])\n//- b.mdx\n## Ins$0tall it\n\n## Other\n\n[x]([|#install-it|]) [y](#other)`,
    ).uses());

  it("finds a component's imports, tags, and other uses under its local name on each page", () =>
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { [|Price|] } from "/snippets/x.mdx";\n\n<[|Price|]>a</[|Price|]> {[|Price|]}\n//- b.mdx\nimport { [|Price|] as P } from "./snippets/x.mdx";\n\n<[|P|] />\n//- c.mdx\nimport { Price } from "/snippets/y.mdx";\n\n<Price />\n//- snippets/x.mdx\nexport const Pri$0ce = () => 1;\n//- snippets/y.mdx\nexport const Price = 1;`,
    ).uses());

  it("finds pages and code that use a code file's export, starting from the export or an import", () => {
    const more = '//- snippets/y.jsx\nimport { [|Box|] as Own } from "./x.jsx";';
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { [|Box|] } from "/snippets/x.jsx";\n\n<[|Box|] />\n//- snippets/x.jsx\nexport const B$0ox = 1;\n${more}`,
    ).uses();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport { [|B$0ox|] } from "/snippets/x.jsx";\n\n<[|Box|] />\n//- snippets/x.jsx\nexport const Box = 1;\n${more}`,
    ).uses();
  });

  it("finds the uses of a name in code, starting from the export, the import, or any use", () => {
    const createFixture = (own: string, clause: string, tag: string) =>
      `${docsFixture}//- a.mdx\nHi\n//- x.jsx\nexport const ${own} = () => <[|Box|] a="Box" {...a.Box} />;\nconst a = (Box) => Box;\nconst b = { [|Box|] };\n//- y.jsx\nimport { ${clause} as Own } from "./x.jsx";\n<${tag}>Own {[|Own|].Box}</[|Own|]>;\n//- z.jsx\nimport { Box } from "./y.jsx";\n<Box />;`;
    parseAtCursor(createFixture("B$0ox", "[|Box|]", "[|Own|]")).uses();
    parseAtCursor(createFixture("Box", "[|B$0ox|]", "[|Own|]")).uses();
    parseAtCursor(createFixture("Box", "[|Box|]", "[|O$0wn|]")).uses();
  });

  it("finds default imports in pages and code, and code that imports an entire file", () => {
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport [|Box|] from "/x.jsx";\n\n<[|Box|] />\n//- x.jsx\nexport default () => 1;\n//- y.jsx\nimport [|Own|] from "./x.jsx";\n<[|O$0wn|] />;`,
    ).uses();
    parseAtCursor(
      `${docsFixture}//- a.mdx\nHi\n//- x.jsx\nexport default () => 1;\n//- y.jsx\nimport * as A$0ll from "[|./x.jsx|]";\n//- z.jsx\nimport("[|./x.jsx|]");`,
    ).uses();
  });

  it("finds only the export if a different variable has the same name", () =>
    parseAtCursor(
      `${docsFixture}//- a.mdx\nHi\n//- x.jsx\nconst Box = 1;\nconst Own = 2;\nexport { Own as B$0ox, Box as Other };\n<Box />;`,
    ).uses());

  it("finds every use of a variable and returns the range of only the name", () =>
    parseAtCursor(
      '//- docs.json\n{ "variables": { "v$0": "2", "w": "{{[|v|]}}" }, "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ntitle: x\n---\nA {{[|v|]}} and {{w}} and {{[|v|]}}',
    ).uses());

  it("finds a variable, starting from a use in code", () => {
    const createFixture = (first: string) =>
      `//- docs.json\n{ "variables": { "v": "2" }, "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ntitle: "{{[|v|]}}"\n---\n\`{{[|v|]}}\`\n\n\`\`\`js a-{{[|v|]}}.js\n${first} {{w}} v=\${{[|v|]}}\n\`\`\`\n\n<b style={{v}} />\n//- b.md\n{{v}}`;
    parseAtCursor(createFixture("{{[|v$0|]}}")).uses();
  });

  it("finds dynamic imports of a file", () =>
    parseAtCursor(
      `${docsFixture}//- a.mdx\nimport X from "[|/snippets/$0x.jsx|]";\n\n{import("[|./snippets/x.jsx|]")} <Box load={() => import("[|/snippets/x.jsx|]")} />\n//- snippets/x.jsx\nexport default () => 1;`,
    ).uses());

  it("finds pages and settings that use an image", () =>
    parseAtCursor(
      '//- docs.json\n{ "favicon": [|"/p.png"|], "navigation": { "pages": ["a"] } }\n//- a.mdx\n![x]([|/$0p.png|]) <img src="[|./p.png|]" />\n//- p.png\n',
    ).uses());
});
