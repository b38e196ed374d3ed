import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

/**
 * Creates a case with a page that has this anchor and links to these fragments. Only the links in `lost` are broken.
 * They come last, in this order.
 */
function links(name: string, place: string, arrives: readonly string[], lost: readonly string[] = []): Case {
  const all = [...arrives, ...lost].map((url) => (url.startsWith("<") ? url : `[x](${url})`));
  return {
    name,
    files: { "index.mdx": pageWith(`${place}\n\n${all.join("\n\n")}`) },
    both:
      lost.length === 0
        ? "clean"
        : lost.map((url) => `warning link/anchor-not-found \`${/(#[^"'`]*)/.exec(url)?.[1] ?? url}\``),
  };
}

/**
 * IDs as they appear in HTML: MDX decodes character references in attributes, JavaScript the escapes of `{"…"}`, and
 * Markdown those in its text. Browsers look up a fragment (HTML, "find a potential indicated element") as it is in the
 * URL, then percent-decoded, and compare it character by character with the IDs and with the names of `<a>`.
 *
 * Headings: as `mint broken-links --check-anchors` reported on 2026-11-26.
 */
export const anchors: readonly Case[] = [
  links(
    "a character reference in an ID",
    '<div id="a&#x5F;meta" />',
    ["#a_meta", "#a&#95;meta", "#a\\_meta", "#a%5Fmeta"],
    ["#a-x5F-meta"],
  ),
  links("a named character reference in an ID", '<div id="caf&eacute;&amp;bar" />', [
    "#café&bar",
    "#caf%C3%A9&amp;bar",
    "#caf%c3%a9%26bar",
  ]),
  links("an invalid character reference", '<div id="a&nope;b" />', ["#a&nope;b"]),
  links(
    "a character reference in an expression, where it's text",
    '<div id={"a&#x5F;meta"} />',
    ['<a href={"#a&#x5F;meta"}>x</a>'],
    ["#a_meta"],
  ),
  links("an escape in an expression", '<div id={"a\\u005fb"} />', [
    "#a_b",
    '<a href={"#a\\x5fb"}>x</a>',
    '<a href="#a&#x5f;b">x</a>',
  ]),
  links("an escape in a template", "<div id={`a\\u{5f}b`} />", ["#a_b"]),
  links("a backslash in an attribute, where it isn't an escape", '<div id="a\\u005fb" />', ["#a\\\\u005fb"], ["#a_b"]),
  // Before the service looks for the ID, it removes punctuation from the fragment.
  links(
    "punctuation that only the fragment contains",
    '<div id="step-run" />',
    ["#step%3A-run", "#step:-run"],
    ["#step.-run"],
  ),
  links("a fragment in another letter case", '<div id="Part" />', ["#Part"], ["#part", "#PART"]),
  links("the fragment `top` in any letter case", "Text.", ["#top", "#TOP", "#"]),
  links("a dash in place of an underscore", '<div id="a_b" />', ["#a_b"], ["#a-b", "#a%2Db"]),
  links("a dot in place of a dash", '<div id="v1.2" />', ["#v1.2", "#v1%2E2"], ["#v1-2"]),
  links("a percent sign in an ID", '<div id="a%20b" />', ["#a%20b", "#a%2520b"]),
  links("a space in an ID", '<div id="a b" />', ["#a%20b", "<#a b>".slice(1, -1).replace(" ", "%20")]),
  links("a percent sign that doesn't encode anything", '<div id="100%" />', ["#100%", "#100%25"]),
  links("an incomplete percent-encoding", '<div id="100% a" />', ["#100%%20a"]),
  links("composed and decomposed characters", '<div id="caf\u00e9" />', ["#caf\u00e9"], ["#cafe\u0301"]),
  links("the name of a link", '<a name="old&#45;part"></a>', ["#old-part"], ["#old"]),
  links("the name and the ID of a link", '<a id="new" name="old"></a>', ["#new", "#old"]),
  links("the name of another element", '<input name="field" />', [], ["#field"]),
  links("the ID of a component", '<Tabs>\n<Tab title="T" id="own&#x2e;id">x</Tab>\n</Tabs>', ["#own.id"]),
  // The service doesn't render the ID of a card.
  links("the ID of a card", '<Card title="T" id="own">x</Card>', [], ["#own"]),
  links("a title with a character reference", '<Accordion title="Q&amp;A &#x2014; more">x</Accordion>', [
    "#q%26a-%E2%80%94-more",
    "#q-a-more",
  ]),
  links("a title in an expression", '<Accordion title={"Say \\"hi\\""}>x</Accordion>', ["#say-hi"], ["#say"]),
  links(
    "accordions with the same title",
    '<Accordion title="Use it">x</Accordion>\n\n<Accordion title="Use it">x</Accordion>\n\n<Accordion title="Use it">x</Accordion>',
    ["#use-it", "#use-it-1", "#use-it-2"],
    ["#use-it-3"],
  ),
  links(
    "an accordion and a tab with the same title",
    '<Accordion title="Use it">x</Accordion>\n\n<Tabs>\n<Tab title="Use it">x</Tab>\n</Tabs>',
    ["#use-it"],
    ["#use-it-1", "#use-it-2"],
  ),
  links(
    "parameters with the same name",
    '<ParamField query="userId" type="string">x</ParamField>\n\n<ResponseField name="userId" type="string">x</ResponseField>',
    ["#param-user-id", "#param-user-id-1"],
    ["#param-user-id-2"],
  ),
  links(
    "headings that differ only in punctuation",
    "## Volume::builder()\n\nText.\n\n## VolumeBuilder\n\nText.",
    ["#volumebuilder", "#volumebuilder-2"],
    ["#volumebuilder-3"],
  ),
  links("a title with dots", '<Accordion title="0.35.2">x</Accordion>', ["#0-35-2"], ["#0.35.2"]),
  // The service replaces some characters in the titles of accordions with similar ones.
  links(
    "titles with accents and other characters",
    '<Accordion title="Über uns">x</Accordion>\n\n<Accordion title="Créer & gérer">x</Accordion>',
    ["#über-uns", "#ueber-uns", "#creer-and-gerer", "#créer-gérer"],
    ["#creer-und-gerer"],
  ),
  {
    name: "accordions with the same title on a page and in a snippet",
    files: {
      "index.mdx": pageWith(
        'import S from "/snippets/s.mdx";\n\n<Accordion title="Key">x</Accordion>\n\n<S />\n\n[x](#key) [x](#key-1) [x](#key-2)',
      ),
      "snippets/s.mdx": '<Accordion title="Key">x</Accordion>\n',
    },
    both: ["warning link/anchor-not-found `#key-2`"],
  },
  links("a computed title", "export const name = 'x';\n\n<Accordion title={name + 1}>x</Accordion>", ["#x1"]),
  links("a computed ID", "export const name = 'x';\n\n<div id={name} />", ["#x"]),
  links("a computed ID in a snippet", 'export const Part = ({ at }) => <div id={at} />;\n\n<Part at="x" />', ["#x"]),
  links("a heading with character references", "## A&#x5F;b &lt;c&gt; &eacute;", ["#a_b-%3Cc%3E-%C3%A9"], ["#a_b-c-é"]),
  links("a character reference in code in a heading, where it's text", "## Use `&lt;`", ["#use-%26lt%3B"], ["#use-lt"]),
  links("a heading with code and escapes", "## The `a_b` of \\*c\\*", ["#the-a_b-of-c"]),
  links("a heading with an icon", '## <Icon icon="star" /> Limits', ["#limits"], ["#nowhere"]),
  // The service derives the anchor from the source text of the heading.
  links("a heading with a component", "export const Now = () => <b>x</b>;\n\n## <Now /> limits", ["#limits"]),
  links("a heading with an underscore", "## partition_pdf", ["#partition_pdf"], ["#partition-pdf"]),
  // The title has its own ID, which isn't derived from its text.
  links("the title of the page", "Text.", ["#page-title"], ["#alpha"]),
  links("headings that contain only emoji", "## 😀\n\n## 🚀", ["#"], ["#nowhere"]),
  // `mint` 4.2.941 reports these links.
  links("an escaped brace in a heading", "## avatar \\{Object}", ["#avatar-object"], ["#avatar-object-"]),
  links("braces in code in a heading", "## Get `{id}`", ["#get-id"], ["#get-id-"]),
  links("an expression in a heading", "export const name = 'x';\n\n## Get {name}", ["#get"], ["#get-x", "#set-x"]),
  links("an ID of 10,000 characters", `<div id="${"a".repeat(10_000)}" />`, [`#${"a".repeat(10_000)}`]),
  links("a heading with emphasis and a link", "## **Bold** and [the _link_](/index)", ["#bold-and-the-link"]),
  {
    name: "a component from a code file without IDs",
    files: {
      "index.mdx": pageWith('import { A } from "/snippets/a.jsx";\n\n## Key\n\n<A />\n\n[x](#key) [x](#x)'),
      "snippets/a.jsx": 'import { useState } from "react";\n\nexport const A = () => <p>Text</p>;\n',
    },
    both: ["warning link/anchor-not-found `#x`"],
  },
  {
    name: "a component from a code file with an ID",
    files: {
      "index.mdx": pageWith('import { A } from "/snippets/a.jsx";\n\n<A />\n\n[x](#x)'),
      "snippets/a.jsx": 'export const A = () => <p id="x">Text</p>;\n',
    },
    both: "clean",
  },
  {
    name: "a component from a code file that renders headings and passes on its props",
    files: {
      "index.mdx": pageWith('import { A } from "/snippets/a.jsx";\n\n<A id="own" title="X" />\n\n[x](#own) [x](#x)'),
      "snippets/a.jsx": "export const A = ({ title, ...props }) => <h2 {...props}>{title}</h2>;\n",
    },
    both: ["warning link/anchor-not-found `#x`"],
  },
  {
    name: "a component from a code file that renders another one with an ID",
    files: {
      "index.mdx": pageWith('import { A } from "/snippets/a.jsx";\n\n<A />\n\n[x](#x)'),
      "snippets/a.jsx": 'import { B } from "./b.jsx";\n\nexport const A = () => <B />;\n',
      "snippets/b.jsx": 'export const B = () => <p id="x">Text</p>;\n',
    },
    both: "clean",
  },
  {
    name: "a component from a code file with IDs that start with fixed text",
    files: {
      "index.mdx": pageWith(
        'import { A } from "/snippets/a.jsx";\n\n<A />\n\n[x](#tab-1) [x](#own) [x](#row-a) [x](#x)',
      ),
      "snippets/a.jsx":
        'export const A = ({ n }) => {\n  const rowId = `row-${n}`;\n  return <p id={`tab-${n}`}><b id="own" /><i id={rowId} /></p>;\n};\n',
    },
    both: ["warning link/anchor-not-found `#x`"],
  },
  {
    name: "a snippet that the page imports but doesn't display",
    files: {
      "index.mdx": pageWith(
        'import A from "/snippets/a.mdx";\nimport B from "/snippets/b.mdx";\nimport { C } from "/snippets/c.jsx";\n\n<B />\n\n[x](#in-b) [x](#in-a)',
      ),
      "snippets/a.mdx": "## In A\n",
      "snippets/b.mdx": "## In B\n",
      "snippets/c.jsx": "export const C = ({ id }) => <p id={id} />;\n",
    },
    both: ["warning link/anchor-not-found `#in-a`"],
  },
  {
    name: "a number that isn't assigned to a heading, on a page that imports a snippet",
    files: {
      "index.mdx": pageWith(
        'import S from "/snippets/s.mdx";\n\n## Key\n\n<S />\n\n[x](#key) [x](#key-2) [x](#key-1) [x](#key-3)',
      ),
      "snippets/s.mdx": "## Key\n",
    },
    both: ["warning link/anchor-not-found `#key-1`", "warning link/anchor-not-found `#key-3`"],
  },
  {
    name: "an anchor on a page with an api field, whose parameters have anchors",
    files: {
      "index.mdx": pageWith("[x](/a#limit) [x](/a#real) [x](/a#body-limit)"),
      "a.mdx": "---\ntitle: A\napi: GET https://e.com/a\n---\n\n## Real\n",
    },
    nav: { pages: ["index", "a"] },
    both: ["warning link/anchor-not-found `/a#limit`"],
  },
  links("a text fragment", '<div id="a" />', ["#a:~:text=x", "#:~:text=x"]),
];
