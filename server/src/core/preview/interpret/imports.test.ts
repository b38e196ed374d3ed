import assert from "node:assert/strict";
import { viewOf } from "../../../../../test/harness/view-of.ts";

describe("rendering a page with imports", () => {
  it("renders a snippet with its children and its props, both as `props.x` and as `{x}`", () => {
    const { view, issues } = viewOf(`//- guides/page.mdx
import Note from "/snippets/note.mdx"
import Near from "./near.mdx"

<Note product="Acme" count={2}>inner **text**</Note>

<Near/>
//- snippets/note.mdx
---
title: Not shown
---

Hello {props.product} {product} {count + 1}: {children}
//- guides/near.mdx
Near`);
    assert.equal(view, "<p>Hello Acme Acme 3: inner <strong>text</strong></p>\n<p>Near</p>");
    assert.deepEqual(issues, []);
  });

  it("shows a snippet's props as placeholders if the snippet is rendered on its own", () => {
    const { view, issues } = viewOf(`//- snippets/note.mdx
export const known = "yes";

Hello {props.product}, {author.name} {plan.price}: {known}

{isNew && <b>New</b>}

{items.map((item) => <li>{item}</li>)}

<Card title={title} href={url}>{children}</Card>

<p className={look} style={{ color }}>Text</p>`);
    assert.deepEqual(view.split("\n"), [
      "<p>Hello {props.product}, {author.name} {plan.price}: yes</p>",
      "<b>New</b>",
      "{items.map(…)}",
      '<Card title="{title}">{children}</Card>',
      "<p>Text</p>",
    ]);
    assert.deepEqual(issues, []);
    const loop = "{(() => { let y = x; for (let i = 0; i < 1000; i++) y = y.member; return y; })()}";
    assert.ok(viewOf(`//- snippets/note.mdx\n${loop}`).view.length < 250);
    assert.deepEqual(viewOf("//- page.mdx\n{title}").issues, ["unknown-name: title"]);
  });

  it("imports names from MDX, JSX, TSX, JS, and JSON, regardless of the export syntax", () => {
    const { view, issues } = viewOf(
      `//- page.mdx
import { version, Badge as Mark } from "/snippets/values.mdx";
import Table, { rows } from "/snippets/table.jsx";
import * as all from "/snippets/table";
import { Typed } from "../snippets/typed.tsx";
import { again, renamed } from "/snippets/index.js";
import data, { name } from "/snippets/data.json";

{version} <Mark/>

<Table rows={rows}/>

<Typed label="x"/>

{all.rows.length} {again} {renamed} {data.list[1]} {name}
//- snippets/values.mdx
export const version = "2.1";
export const Badge = () => <b>{version}</b>;
//- snippets/table.jsx
export const rows = [{ id: 1 }, { id: 2 }];
const Row = ({ id }) => <li>{id}</li>;
export default function Table({ rows }) {
  return <ul>{rows.map((row) => <Row key={row.id} {...row} />)}</ul>;
}
//- snippets/typed.tsx
import type { ReactNode } from "react";
interface Props { label: string; size?: number }
enum Never { A }
export const Typed = ({ label, size = 3 as number }: Props): ReactNode => {
  const n: number = size!;
  return <i title={label satisfies string}>{n}</i>;
};
//- snippets/index.js
export * from "./other.js";
export { rows as renamedRows } from "./table.jsx";
const renamed = "renamed";
export { renamed };
//- snippets/other.js
export const again = "again";
//- snippets/data.json
{ "name": "json", "list": [1, 2] }`.replace("../snippets/typed", "/snippets/typed"),
    );
    assert.deepEqual(issues, []);
    assert.equal(view, '2.1<b>2.1</b>\n<ul><li>1</li><li>2</li></ul>\n<i title="x">3</i>\n2againrenamed2json');
  });

  it("returns the source position of each element", () => {
    const { view } = viewOf(
      `//- page.mdx
import Note from "/snippets/note.mdx"
import { Box } from "/snippets/box.tsx"

<Note/>

<Box>
  here
</Box>
//- snippets/note.mdx

Second line
//- snippets/box.tsx
type A = string;

export const Box = ({ children }: { children: A }) => (
  <section>
    {children}
  </section>
);`,
      { withLines: true },
    );
    assert.equal(view, "<p@snippets/note.mdx:1>Second line</p>\n<section@snippets/box.tsx:3-5><p@1>here</p></section>");
  });

  it("reports problems in the file that contains them", () => {
    const { issues, view } = viewOf(`//- page.mdx
import { Box } from "/box.jsx"
import { Typed } from "/typed.tsx"

<Box/>

<Typed/>

After
//- box.jsx
export const Box = () => <b>{missing.name}</b>;
//- typed.tsx
export const Typed = (props: { a: string }) => {
  return props.a.length;
};`);
    assert.deepEqual(issues, ["unknown-name: box.jsx: missing", "fails: typed.tsx: return props.a.length;"]);
    assert.match(view, /^<#problem [^]*label="<Box>"\/>\n<#problem [^]*label="<Typed>"\/>\n<p>After<\/p>$/);
  });

  it("requests the files that it needs, including nested ones, and renders everything else in the meantime", () => {
    const first = viewOf('import A from "/a.mdx"\n\n<A>kept</A>\n\nText', { isLoading: true });
    assert.deepEqual(first.requested, ["a.mdx"]);
    assert.deepEqual(first.issues, []);
    assert.equal(first.view, "kept\n<p>Text</p>");
    const second = viewOf(
      '//- page.mdx\nimport A from "/a.mdx"\n\n<A/>\n//- a.mdx\nimport B from "./b/c.jsx"\n\n<B/>',
      {
        isLoading: true,
      },
    );
    assert.deepEqual(second.requested, ["b/c.jsx"]);
  });

  it("doesn't report names from files that are still loading", () => {
    const text =
      'import data, { list, make } from "/data.js"\n\n{data.a.b} {list.map((x) => x)} {make(1).text} {`a${data}`} {[...list]}';
    assert.deepEqual(viewOf(text, { isLoading: true }).issues, []);
  });

  it("lets a component inspect its children", () => {
    const { view, issues } = viewOf(`export const Names = ({ children }) => (
  <p>{React.Children.map(children, (child) => child.props.title).join(", ")}</p>
);

<Names>
  <Tab title="One">a</Tab>
  <Tab title="Two">b</Tab>
</Names>`);
    assert.deepEqual(issues, []);
    assert.equal(view, "<p>One, Two</p>");
  });

  it("adds heading anchors to headings and components in snippets", () => {
    const { view } = viewOf(`//- page.mdx
import A from "/a.mdx"

<A/>
//- a.mdx
## Set up

<Accordion title="More of it">x</Accordion>`);
    assert.equal(view, '<h2 id="set-up">Set up</h2><Accordion title="More of it" id="more-of-it">x</Accordion>');
  });

  const rejectedImports: readonly string[] = [
    'import A from "/none.mdx"',
    'import A from "../../etc/passwd"',
    'import A from "../outside.mdx"',
    'import A from "lodash"',
    'import A from "https://example.com/a.js"',
    'import A from "//example.com/a.js"',
    'import A from "/%2e%2e/a.mdx"',
    'import A from "C:/a.mdx"',
  ];
  for (const code of rejectedImports)
    it(`reports ${code} where it's used and still renders its children`, () => {
      const { issues, view } = viewOf(`${code}\n\n<A>kept</A> and {A}\n\nAfter`);
      assert.deepEqual(issues, ["import: <A>kept</A>", "import: A"]);
      assert.match(view, /kept[^]*<p>After<\/p>$/);
    });

  it("reports a missing export only where its name is used", () => {
    const { issues, view } = viewOf(`//- page.mdx
import A, { Card, none, unused } from "/a.jsx"
import { useNothing } from "react"

<Card title="mine"/> {none}

<A/>

{useNothing()}
//- a.jsx
export const other = 1;`);
    assert.deepEqual(issues, [
      'import: <Card title="mine"/>',
      "import: none",
      "import: <A/>",
      "not-static: useNothing",
    ]);
    assert.match(view, /^<#problem [^]*<#problem [^]*\n<#problem [^]*\n<#problem /);
  });

  it("terminates if two files import each other", () => {
    const { issues, view } = viewOf(`//- page.mdx
import A from "/a.mdx"

<A/>

After
//- a.mdx
import B from "/b.mdx"

A <B/>
//- b.mdx
import A from "/a.mdx"

B <A/>`);
    assert.equal(new Set(issues.map((issue) => issue.split(":")[0])).size, 1, issues.join("\n"));
    assert.match(issues.join(), /^too-much: /);
    assert.match(view, /<p>After<\/p>$/);
  });

  it("skips files that are too long or aren't code", () => {
    const longText = "x".repeat(1_000_001);
    const { issues } = viewOf(`//- page.mdx
import A from "/a.mdx"
import B from "/b.jsx"
import c from "/c.json"

<A/> <B/>

{c}
//- a.mdx
${longText}
//- b.jsx
export const = 1
//- c.json
{ not json`);
    assert.deepEqual(issues.map((issue) => issue.replace(/:[^]*/, "")).sort(), ["syntax", "syntax", "too-much"]);
  });

  it("renders the file that a legacy <Snippet> includes", () => {
    const { view, issues } = viewOf(`//- page.mdx
<Snippet file="note.mdx"/>

<Snippet file="none.mdx"/>

<Snippet file="../../secret.mdx"/>
//- _snippets/note.mdx
Old`);
    assert.match(view, /^<p>Old<\/p>\n<#problem/);
    assert.equal(issues.length, 2);
  });

  it("supports React hooks, even without an import, and marks interactive components", () => {
    const createCounter = (head: string, state: string) => `${head}
export const Counter = ({ start = 1 }) => {
  const [count, setCount] = ${state}(start);
  const [lazy] = useState(() => "lazy");
  const double = useMemo(() => count * 2, [count]);
  const ref = useRef(null);
  useEffect(() => { document.title = count }, []);
  return <button ref={ref} onClick={() => setCount(count + 1)}>{count} {double} {lazy}</button>;
};

<Counter start={4}/>`;
    for (const page of [
      createCounter("", "React.useState"),
      createCounter('import { useState as state, useState, useMemo } from "react";', "state"),
    ]) {
      const { view, issues } = viewOf(page);
      assert.deepEqual(issues, []);
      assert.equal(view, '<#interactive name="Counter" file="page.mdx"><button>4 8 lazy</button></#interactive>');
    }
  });
});
