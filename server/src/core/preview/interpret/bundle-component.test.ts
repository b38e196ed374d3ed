import assert from "node:assert/strict";
import vm from "node:vm";
import { bundleComponent } from "./bundle-component.ts";

const bundle = (files: Readonly<Record<string, string | null>>, entry = "snippets/a.jsx") =>
  bundleComponent(entry, new Map(Object.entries(files)));

/** Returns what the entry exports, with a placeholder for the sandbox's own script. */
function run(files: Readonly<Record<string, string | null>>): Record<string, unknown> {
  const result = bundle(files);
  assert.ok(result.kind === "script", JSON.stringify(result));
  type Part = readonly [Record<string, string>, (...args: readonly unknown[]) => void];
  const start = (entry: string, table: Record<string, Part>): unknown => {
    const load = (path: string): unknown => {
      const [names, runPart] = table[path] ?? assert.fail(path);
      const module = { exports: {} };
      const createElement = (type: unknown, props: unknown) => ({ type, props });
      const requireModule = (name: string) =>
        name === "react/jsx-runtime"
          ? { jsx: createElement, jsxs: createElement }
          : load(names[name] ?? assert.fail(name));
      runPart(module, module.exports, requireModule, { useState: (first: unknown) => [first] });
      return module.exports;
    };
    return load(entry);
  };
  return vm.runInNewContext(result.text, { docwright: { begin: start } }) as Record<string, unknown>;
}

describe("bundleComponent", () => {
  it("bundles a file and its imports into one script", () => {
    const exports = run({
      "snippets/a.jsx":
        'import { b } from "./deep/b";\nimport data from "/data.json";\nimport "./a.css";\nexport const total = b + data.c;\nexport const A = () => <p>{useState(5)[0]}</p>;\n',
      "snippets/deep/b.ts": 'import type { T } from "../t";\nexport const b: number = 1;\n',
      "snippets/deep/b": null,
      "snippets/deep/b.jsx": null,
      "snippets/deep/b.tsx": null,
      "snippets/deep/b.js": null,
      "data.json": '{ "c": 2 }',
      "snippets/a.css": "p { color: red }",
    });
    assert.equal(exports["total"], 3);
    assert.deepEqual(JSON.parse(JSON.stringify((exports["A"] as () => unknown)())), {
      type: "p",
      props: { children: 5 },
    });
  });

  it("lets a file import or declare names that the service also defines", () => {
    assert.equal(
      run({ "snippets/a.jsx": "const useState = () => 7;\nexport const seven = useState();\n" })["seven"],
      7,
    );
  });

  it("supports two files that import each other", () => {
    const result = bundle({
      "snippets/a.jsx": 'import { b } from "./b.jsx";\nexport const a = () => b;\n',
      "snippets/b.jsx": 'import { a } from "./a.jsx";\nexport const b = () => a;\n',
    });
    assert.equal(result.kind, "script");
  });

  it("requests missing files", () => {
    assert.deepEqual(bundle({}), { kind: "files-needed", files: ["snippets/a.jsx"] });
    const result = bundle({ "snippets/a.jsx": 'import "./b.js";\n' });
    assert.ok(result.kind === "files-needed");
    assert.equal(result.files[0], "snippets/b.js");
  });

  it("returns a different script if an imported file changes", () => {
    const listSources = (b: string) => {
      const result = bundle({ "snippets/a.jsx": 'import "./b.js";\n', "snippets/b.js": b });
      return result.kind === "script" ? result.sources : assert.fail(result.kind);
    };
    assert.deepEqual(listSources("1"), listSources("1"));
    assert.notDeepEqual(listSources("1"), listSources("2"));
  });

  it("never returns text that could close the surrounding element", () => {
    const text = 'export const a = "</script><script>go()</script><!--";\n';
    const result = bundle({ "snippets/a.jsx": text });
    assert.ok(result.kind === "script");
    assert.doesNotMatch(result.text, /<\/?script|<!--/i);
    assert.equal(run({ "snippets/a.jsx": text })["a"], "</script><script>go()</script><!--");
  });

  const rejectedFiles: Readonly<Record<string, [Readonly<Record<string, string | null>>, RegExp]>> = {
    "a package": [{ "snippets/a.jsx": 'import { line } from "d3";\n' }, /imports `d3`/],
    "a URL": [{ "snippets/a.jsx": 'import x from "https://example.com/x.js";\n' }, /imports `https:/],
    "a file outside the site": [{ "snippets/a.jsx": 'import x from "../../x.js";\n' }, /imports `\.\.\/\.\./],
    "a page": [
      { "snippets/a.jsx": 'import X from "./x.mdx";\n', "snippets/x.mdx": "Text" },
      /x\.mdx` can't be parsed as code/,
    ],
    "a file that doesn't exist": [{ "snippets/a.jsx": null }, /a\.jsx` can't be read/],
    "code that can't be parsed": [{ "snippets/a.jsx": "export const = ;" }, /a\.jsx` can't be parsed as code/],
    "a file larger than 1 MB": [{ "snippets/a.jsx": `//${" ".repeat(1_000_000)}` }, /200 files and 2 MB in total/],
    "more than 200 files": [
      Object.fromEntries(
        Array.from({ length: 202 }, (_, index) => [
          index === 0 ? "snippets/a.jsx" : `snippets/${index}.js`,
          `import "./${index + 1}.js";\n`,
        ]),
      ),
      /200 files and 2 MB in total/,
    ],
  };
  for (const [caseName, [files, pattern]] of Object.entries(rejectedFiles))
    it(`rejects ${caseName} and explains why`, () => {
      const result = bundle(files);
      assert.ok(result.kind === "rejected", result.kind);
      assert.match(result.text, pattern);
      assert.ok(result.text.length <= 200);
    });
});
