import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../test/harness/grows-with-length.ts";
import { scanPage } from "./scan-page.ts";
import { scanScript } from "./scan-script.ts";

describe("scanScript", () => {
  it("finds the props that a component uses as links", () => {
    const listLinkProps = (code: string) => scanScript("a.jsx", code).outline.exports.map((each) => each.linkProps);
    deepStrictEqual(listLinkProps("export const A = ({ to }) => <a href={to}>x</a>;"), [["to"]]);
    deepStrictEqual(listLinkProps("export function A(props) { return <img src = { props.src } />; }"), [["src"]]);
    deepStrictEqual(listLinkProps("export const A = ({ src }) => <b data-src={src} title={src} />;"), [undefined]);
    deepStrictEqual(
      listLinkProps("export const A = ({ to }) => <b>{to}</b>;\nexport const B = (p) => <a href={p.to} />;"),
      [undefined, ["to"]],
    );
    deepStrictEqual(listLinkProps("export const a = 1"), [undefined]);
  });

  it("reads the IDs of elements that are constants or start with fixed text", () => {
    const listIds = (code: string) => {
      const { unknownAnchors, mayHaveAnchors } = scanScript("a.jsx", code).outline;
      return mayHaveAnchors ? undefined : [...unknownAnchors];
    };
    for (const [code, ...ids] of [
      ['export const A = () => <p id="x" />;', "x"],
      ["export const A = () => <p {...b} id={`x`} />;", "x"],
      [`export const A = () => <p id={'a'}><b id={ "b" } /></p>;`, "a", "b"],
      ["export const A = ({ n }) => <p id={`tab-${n}`} />;", "tab*"],
      ["export const A = ({ n }) => <p id={`My tab ${n ? 1 : 2} x`} />;", "My tab*"],
      ["const own = 'x';\nexport const A = () => <p key={own} id={own}>{f(own)}</p>;", "x"],
      [
        "const A = () => {\n  const own = `x-${n}`\n  return <p id={own} />;\n};\nconst B = () => {\n  const own = `x-${m}`;\n};",
        "x*",
      ],
    ] as const)
      deepStrictEqual(listIds(code), ids, code);
    // The IDs of these elements are those of the components.
    for (const code of [
      "export const A = ({ id }) => <p id={id} />;",
      "export const A = ({ a = 1, id, b }: Props) => {\n  return <p className='a' id={ id }>{b}</p>;\n};",
      "export default function A({ id }) { return <p id={id} />; }\nfunction B({ id, a }) { return <A id={id} />; }",
    ])
      deepStrictEqual(listIds(code), [], code);
    deepStrictEqual(listIds('const A = ({ id }) => <p id={id} />;\nexport const B = () => <A id="x" />;'), ["x"]);
    for (const code of [
      "export const A = ({ id = 'x' }) => <p id={id} />;",
      "export const A = ({ a: id }) => <p id={id} />;",
      "export const A = ({ id, list }) => list.map(({ id }) => <p id={id} />);",
      "export const A = ({ id, list }) => list.map((id) => <p id={id} />);",
      "export const A = ({ list }) => list.map(({ id }) => <p id={id} />);",
      "export const A = ({ id }) => <p id={id} />;\nexport const B = () => { const id = f(); return <p id={id} />; };",
      "export const A = ({ id }) => <p id={`${id}-x`} />;",
      "const A = ({ id }) => <p id={id} />;\nexport const B = ({ list }) => list.map((each) => <A key={1} {...each} />);",
      "const a = ({ id }) => <p id={id} />;\nexport const A = ({ list }) => list.map(a);",
      ...[
        "<A key={n > 0} {...each} />",
        "<A on={() => f()} {...each} />",
        "<A b={<b>c</b>} {...each} />",
        "A(each)",
        "createElement(A, each)",
        "[each].map(A)",
      ].map((use) => `const A = ({ id }) => <p id={id} />;\nexport const B = ({ each, n }) => ${use};`),
      "const A = ({ id }) => <p id={id} />;\nconst B = A;\nexport const C = ({ each }) => <B id={each.id} />;",
    ])
      strictEqual(listIds(code), undefined, code);
    for (const code of [
      "const own = 'x';\nexport const A = ({ own }) => <p id={own} />;",
      "const own = 'x';\nexport const A = ({ a: own = 1 }) => <p id={own} />;",
      "const own = 'x';\nexport const A = (own) => <p id={own} />;",
      "const own = 'x';\nexport function A(own, a) { return <p id={own} />; }",
      "const own = 'x';\nfor (let own of list) show(<p id={own} />);",
      "const own = 'x' + y;\nexport const A = () => <p id={own} />;",
      "const A = () => {\n  const own = 'x';\n};\nconst B = () => {\n  const own = f();\n  return <p id={own} />;\n};",
      "const A = () => {\n  const own = 'x';\n};\nconst B = () => {\n  const own = 'y';\n  return <p id={own} />;\n};",
      "const own = 'x';\nexport function A(n, own) { return <p id={own} />; }",
      "const own = 'x';\nexport const A = () => { const [tab, own] = f(); return <p id={own} />; };",
      "const own = 'x';\nexport const A = () => { const [own] = f(); return <p id={own} />; };",
      "export const A = ({ n }) => {\n  const own = 'x-'\n    + n;\n  return <p id={own} />;\n};",
      "export const A = ({ n }) => {\n  const own = 'x'\n\n    .concat('-', n);\n  return <p id={own} />;\n};",
      "export const A = () => <p id={own} />;",
      'export const A = () => <><p id="x" /><p id={a.b} /></>;',
    ])
      strictEqual(listIds(code), undefined, code);
  });

  it("searches long scripts for IDs in linear time", () => {
    for (const text of [
      "id={a}".repeat(20_000),
      'id={"a'.repeat(20_000),
      "id={`${a".repeat(20_000),
      "const a = 'x';\n".repeat(20_000) + "id={a}",
      `id={a}${"(a".repeat(20_000)}`,
      `id={a}${"{a,".repeat(20_000)}`,
      `id={id}${"const A = ({ id,".repeat(20_000)}`,
      `id={a} ${"a".repeat(1_000_000)}`,
      `id={a} (${"a".repeat(1_000_000)}`,
      `id={a} [${"a".repeat(1_000_000)}`,
      `id={a} const a = 'x'${"\n".repeat(1_000_000)}`,
    ])
      assertQuick(1000, () => void scanScript("a.js", text));
  });

  it("reports whether any element may have an ID", () => {
    const may = (code: string) => scanScript("a.jsx", code).outline.mayHaveAnchors;
    for (const code of [
      "export const A = () => <p className='a'>x</p>;",
      "export const A = ({ width }) => <b>{video}</b>;",
      "export const A = ({ wide }) => <img {...(wide && { width: 200, noZoom: 'true' })} />;",
      // The service adds anchors only to headings in Markdown.
      "export const A = ({ title }) => <h2>{title}</h2>;",
      "export const A = (props) => <p {...props} />;",
      "export const A = ({ a, ...others }) => <p {...(a ? { key: 1 } : others)} />;",
      "export const A = ({ id }) => <B at={id} />;",
      "export const A = ({ id = 'a' }) => <p key={id} />;",
      "export const A = (props) => { const id = `${props.id}-a`; return props.id === id ? id : null; };",
      "export const A = ({ id, a }) => <p key={id}>{a}{id}, {id}, key: {id} ({id}) { id }</p>;",
      "export const A = ({ a, /* b */ id }) => <p key={id} />;",
      "export const A = ({ id: own, a: { id } = {} }) => <p at={ id }>{own}</p>;",
      "export function A({ a, id }, [{ id: b }]) { return <p key={id}>{b}</p>; }",
      "class A { render({ id }) { return <p>{id}</p>; } }",
      "const { id, a } = props; const { b: { id: c } } = props; let d, [{ id: e }] = a; ({ id } = props);",
      "for (const { id } of list) a(id); for ({ id } of list) { a(id); } list.map(({ id }) => id);",
      'import A, { id } from "./a.js";\nexport { id, A };',
      "const f = (a, id, b) => [a, id, b, `${id}`, a ? id : b]; f(a, id, b);",
      "function f() { let a, id, b; return a; }",
      "const a = b?.c ?? d; const f = ({ id }, e?: E): F => id; const g = b ? c : d, h = ({ id }): F => id;",
      "const a = 'id: {id, a}'; // { id: 1 }\n/* props = { id } */",
      "const a = props['id']; const b = props['id'] === a; const c = a ? props['id'] : b;",
      "export const A = () => <p>Don't write &#123; id: 1 &#125;, id: 2</p>;",
      "export const A = ({ data }) => data.map((each) => <p key={each.id}>{each.html}</p>);",
      "export const A = () => <p data-id='a' htmlFor='b' />;",
      "export const A = () => <input name='x' />;",
      "const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method }); const other = { method, id: Date.now() };",
      "const s = document.createElement('script'); s.setAttribute('src', 'a.js'); document.querySelector('html');",
    ])
      strictEqual(may(code), false, code);
    for (const code of [
      "const a = b ? make({ id: 'x' }) : c => c;",
      "const a = f(b?.c ?? d, b ? make({ id: 'x' }) : c => c);",
      'export const A = () => <p\n  id = "x" />;',
      "export const A = ({ at }) => <p id={at} />;",
      "export const A = () => <p id={`${a}-x`} />;",
      "export const A = () => <p id={a + '-x'} />;",
      "const props = { id: 'x' };",
      "const props = {\n  a: 1,\n  'id': 'x' };",
      "const props = {\n  a: 1,\n  // The ID\n  id: 'x',\n};",
      "const props = { /* The ID */ id: 'x' };",
      "const props = { ['id']: 'x' };",
      "const props = { id: 1 + a };",
      "const props = { id: null ?? a };",
      "import { a } from './components/of-this-site.js';\n\nconst list = [{ id: 'x' }];",
      "const a = import('./a.js');\n\nconst list = [{ id }, a];",
      "const props = { id, a };",
      "const props = { a, id };",
      "const props = {id};",
      "export const A = ({ id }) => <p {...{ id }} />;",
      "export const A = ({ id }) => <p {...{id}} />;",
      "export const A = ({ id }) => <B a={{ id }} />;",
      "export const A = ({ id, a }) => <p {...(a ? { id } : {})} />;",
      "export const A = ({ id, a }) => <p {...(a ? {} : { id })} />;",
      "export const A = ({ id }) => { const props = f({ a: [{ id }] }); return <p {...props} />; };",
      "export function f({ id }) { return { id, a: 1 }; }",
      "const f = ({ id }) => ({ id });",
      "f({ id })\n",
      "if (f({ id })) { a(); }",
      "const a = b ? f({ id }) : { c };",
      "const [a, b] = [{ id }, { c }];",
      "const props = {\n  a: () => { const { id } = b; return id; },\n  id,\n};",
      "const props = { id",
      "props['id'] = 'x';",
      'props[ "id" ] ??= a;',
      "props.id ||= a;",
      "export const A = ({ a, b }) => <p {...(a && { key: 1, id: b })} />;",
      "element.id = 'x';",
      "element.setAttribute('id', 'x');",
      "element.setAttribute(name, 'x');",
      'export const A = () => <a name="x" />;',
      'export const A = () => <Accordion title="X" />;',
      "export const A = () => <p dangerouslySetInnerHTML={{ __html: x }} />;",
      "element.innerHTML = x;",
      "export const A = ({ id }) => React.createElement('p', { id });",
      "export const A = ({ id, children }) => cloneElement(children, { id });",
    ])
      strictEqual(may(code), true, code);
  });

  it("treats return types in TypeScript as part of the parameters", () => {
    const may = (code: string) => scanScript("a.tsx", code).outline.mayHaveAnchors;
    strictEqual(may("const A = ({ id }: Props): React.ReactNode => <p>{id}</p>;"), false);
    strictEqual(may("function A({ id }: { id: string }): JSX.Element | null { return <p>{id}</p>; }"), false);
    strictEqual(may("const a = (b): Map<string, C> => new Map([[b, { id }]]);"), true);
  });

  it("searches unclosed brackets for IDs in linear time", () => {
    for (const text of ["(".repeat(50_000) + "]".repeat(50_000), "{ id: ".repeat(20_000), "({id".repeat(20_000)])
      assertQuick(500, () => void scanScript("a.js", text));
  });

  it("reads the exports and imports in a component file", () => {
    const text = `"use client";
import React, { useState } from "react";
import { price } from './price.js';

const rate = 1.2;
export const currency = "EUR";
export const PriceTable = ({ rows, rate = 2 }) => {
  // export const no = 1
  const text = \`export const no2 = 1\`;
  return <div className="a">{rows.map((row) => row < 3 ? <b key={row}>it's</b> : "export")}</div>;
};
export default function Page({ title }) { return <h1>{title}</h1>; }
export { rate as vat };
`;
    deepStrictEqual(scanScript("snippets/price.jsx", text).outline, {
      path: "snippets/price.jsx",
      exports: [
        { name: "currency", isComponent: false, text: "EUR" },
        { name: "PriceTable", isComponent: true, props: ["rows", "rate"] },
        { name: "default", isComponent: true, props: ["title"] },
        { name: "vat", isComponent: false },
      ],
      exportsAll: false,
      imports: ["react", "./price.js"],
      unknownAnchors: [],
      mayHaveAnchors: false,
      handledAnchors: [],
    });
  });

  it("reads dynamic imports, but not those in comments and strings", () => {
    const code = `export const A = lazy(() => import("./a.jsx")); const b = require('./b');
// import("./c.jsx")
const d = "import('./d.jsx')";
`;
    deepStrictEqual(scanScript("x.jsx", code).outline.imports, ["./a.jsx", "./b"]);
  });

  it("reads TypeScript, ignoring its types", () => {
    const text = `import type { Row } from "./row";
export type Kind = "a" | "b";
export interface Props { rows: Row[] }
export const Table: React.FC<Props> = ({ rows }: Props) => <p>{rows.length}</p>;
export async function load<T>(from: string): Promise<T> { return await import("./data.ts") as T }
export class Store {}
`;
    const { exports, imports } = scanScript("a.tsx", text).outline;
    deepStrictEqual(exports, [
      { name: "Table", isComponent: true, props: ["rows"] },
      { name: "load", isComponent: true },
      { name: "Store", isComponent: true },
    ]);
    deepStrictEqual(imports, ["./row", "./data.ts"]);
  });

  it("returns re-exports from other files", () => {
    const { exports, exportsAll, imports } = scanScript(
      "a.js",
      "export * from './b'\nexport { C, d as default } from './e'\nexport * as F from './g'\n",
    ).outline;
    deepStrictEqual(
      exports.map(({ name }) => name),
      ["C", "default", "F"],
    );
    strictEqual(exportsAll, true);
    deepStrictEqual(imports, ["./b", "./e", "./g"]);
  });

  it("doesn't fail on incomplete or unrelated text", () => {
    for (const text of [
      "",
      "export",
      "export const",
      "import {",
      "export const A = ({",
      "}}})]",
      "\0\ud800<",
      "module.exports = {}",
    ])
      strictEqual(scanScript("a.js", text).outline.exportsAll, false);
  });

  it("takes time proportional to the length of the text, even with quotes that don't close a string", () => {
    for (const quotes of ['\\"', "\\'", "\\\"\\'"])
      for (const [before, after] of [
        ["export const a = ", ""],
        ["export const a = {", "}"],
        ["{", "}"],
        ["<A b={", "} />"],
      ])
        assertGrowsWithLength({
          work: (length) => {
            const text = `${before}${quotes.repeat(length / quotes.length)}${after}\n`;
            return () => {
              scanPage("a.mdx", text);
              scanScript("a.jsx", text);
            };
          },
          from: 8000,
          tries: 2,
          most: 32,
          enough: 250,
        });
  });

  it("finds strings after quotes that don't close a string", () => {
    const listExported = (code: string) => scanScript("a.js", code).outline.exports.map(({ name }) => name);
    for (const value of ["'\\", "/it's/", "\\'\\'"])
      deepStrictEqual(listExported(`export const a = ${value}, b = "c, d = 1", e = 2`), ["a", "b", "e"]);
  });
});
