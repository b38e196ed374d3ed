import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../test/harness/grows-with-length.ts";
import { scanPage } from "./scan-page.ts";
import { scanScript } from "./scan-script.ts";

describe("scanScript", () => {
  it("finds the props that a component uses as links", () => {
    const linkProps = (code: string) =>
      scanScript("a.jsx", code).outline.exports.map((each) => each.linkProps);
    deepStrictEqual(linkProps("export const A = ({ to }) => <a href={to}>x</a>;"), [["to"]]);
    deepStrictEqual(linkProps("export function A(props) { return <img src = { props.src } />; }"), [["src"]]);
    deepStrictEqual(linkProps("export const A = ({ src }) => <b data-src={src} title={src} />;"), [
      undefined,
    ]);
    deepStrictEqual(
      linkProps("export const A = ({ to }) => <b>{to}</b>;\nexport const B = (p) => <a href={p.to} />;"),
      [undefined, ["to"]],
    );
    deepStrictEqual(linkProps("export const a = 1"), [undefined]);
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
      "export const A = ({ data }) => data.map((each) => <p key={each.id}>{each.html}</p>);",
      "export const A = () => <p data-id='a' htmlFor='b' />;",
      "export const A = () => <input name='x' />;",
      "const s = document.createElement('script'); s.setAttribute('src', 'a.js'); document.querySelector('html');",
    ])
      strictEqual(may(code), false, code);
    for (const code of [
      'export const A = () => <p id="x" />;',
      'export const A = () => <p\n  id = "x" />;',
      "export const A = ({ at }) => <p id={at} />;",
      "export const A = () => <p {...b} id={`x`} />;",
      "const props = { id: 'x' };",
      "const props = {\n  a: 1,\n  'id': 'x' };",
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
      mayHaveAnchors: false,
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
    const exported = (code: string) => scanScript("a.js", code).outline.exports.map(({ name }) => name);
    for (const value of ["'\\", "/it's/", "\\'\\'"])
      deepStrictEqual(exported(`export const a = ${value}, b = "c, d = 1", e = 2`), ["a", "b", "e"]);
  });
});
