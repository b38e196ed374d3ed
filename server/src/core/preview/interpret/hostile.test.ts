import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { viewOf } from "../../../../../test/harness/view-of.ts";

/** Whether JavaScript's built-in objects are unchanged, that is, site code hasn't added any members to them. */
function isClean(): boolean {
  const globalProbe: Record<string, unknown> = {};
  return (
    globalProbe["polluted"] === undefined && Object.keys(Object.prototype).length === 0 && Array.prototype.length === 0
  );
}

const escapes = [
  "({}).constructor",
  "({}).constructor.constructor('return process')()",
  "[].constructor.constructor('return 1')()",
  "''.constructor",
  "(1).constructor",
  "(() => 1).constructor('return this')()",
  "[].map.constructor('return 1')()",
  "Math.max.constructor('return 1')()",
  "({})['con' + 'structor']",
  "({})[['constructor']]",
  "({}).__proto__.polluted = 1",
  "({})['__proto__']",
  'Object.assign({}, JSON.parse(\'{"__proto__": {"polluted": 1}}\')).polluted',
  '({...JSON.parse(\'{"__proto__": {"polluted": 1}}\')}).polluted',
  "Object.fromEntries([['__proto__', {polluted: 1}]]).polluted",
  "(({__proto__: p}) => p)({})",
  "(({constructor: c}) => c('return 1')())({})",
  "(({['const' + 'ructor']: c}) => c)({})",
  "(() => { const o = {}; o['__proto__'] = {polluted: 1}; return ({}).polluted })()",
  "(() => { const o = {}; o.__proto__.polluted = 1; return ({}).polluted })()",
  "Object.prototype",
  "Object.getPrototypeOf({})",
  "Object.defineProperty({}, 'x', {get() { return 1 }})",
  "Reflect.construct(Function, ['return 1'])",
  "Function('return 1')()",
  "eval('1')",
  "globalThis.process",
  "process.env",
  "require('fs')",
  "(function() { return this })()",
  "arguments",
  "new Function('return 1')()",
  "new (class { constructor() {} })()",
  "({get a() { return 1 }}).a",
  "({__proto__: {polluted: 1}}).polluted",
  "`${{toString: () => 'x'}}`.constructor",
  "[].concat.call.apply",
  "Symbol.iterator",
  "new Proxy({}, {})",
  "import.meta",
];

const endlessCode: readonly (readonly [title: string, code: string])[] = [
  ["loop", "(() => { while (true) {} })()"],
  ["for", "(() => { for (;;); })()"],
  ["do", "(() => { do {} while (1) })()"],
  [
    "loop over an array that grows",
    "(() => { const a = [1]; for (let i = 0; i < a.length; i++) a.push(1); return a })()",
  ],
  ["recursion", "(function f(n) { return f(n + 1) })(0)"],
  ["recursion of two functions", "(() => { const a = () => b(), b = () => a(); return a() })()"],
  ["recursion that branches", "(function f(n) { return n ? f(n - 1) + f(n - 1) : 1 })(50)"],
  ["text", "'x'.repeat(1e9)"],
  ["string that doubles", "(() => { let s = 'x'; for (;;) s += s; })()"],
  ["template string that grows", "(() => { let s = 'x'; for (;;) s = `${s}${s}`; })()"],
  ["padded string", "'x'.padStart(1e9)"],
  ["list", "Array(1e9).fill(0)"],
  ["array with a huge length", "Array.from({length: 1e9})"],
  ["array that doubles", "(() => { let a = [1]; for (;;) a = [...a, ...a]; })()"],
  [
    "array joined to a string",
    "(() => { let a = ['xxxxxxxxxx']; for (let i = 0; i < 14; i++) a = a.concat(a); return a.join('y'.repeat(1e5)) })()",
  ],
  ["string that grows through replacement", "'a'.repeat(1e5).replace(/a/g, 'b'.repeat(1e5))"],
  ["string split into an array", "'a'.repeat(1e6).split('')"],
  ["members", "(() => { const o = {}; for (let i = 0; ; i++) o[i] = i; })()"],
  [
    "tree of elements that doubles",
    "(() => { let e = <b/>; for (let i = 0; i < 60; i++) e = <>{e}{e}</>; return e })()",
  ],
  [
    "string from nested arrays",
    "(() => { let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; return String(a) })()",
  ],
  ["array that contains itself", "(() => { const a = []; a.push(a); return String(a) })()"],
  ["rendering of an array that contains itself", "(() => { const a = []; a.push(a); return a })()"],
  ["list of arguments", "(() => { const a = Array(20000).fill(1); return Math.max(...a, ...a, ...a) })()"],
  ["search", "(() => { const a = Array(20000).fill(1); while (true) a.includes(2); })()"],
  ["number formatted for a locale", "(() => { while (true) (1).toLocaleString(); })()"],
  ["sort", "[1, 2, 3].sort(() => { for (;;); })"],
];

describe("interpreter: hostile pages", () => {
  for (const code of escapes)
    it(`blocks escapes through ${code}`, () => {
      const { view } = viewOf(`Before {${code}} after`);
      const visibleView = view.replace(/<#problem [^]*\/>/, "(box)");
      assert.match(visibleView, /Before [^]*after/);
      assert.doesNotMatch(visibleView, />1<|process|native code|\[object process\]/i);
      assert.ok(isClean());
    });

  for (const [title, code] of endlessCode)
    it(`stops an endless ${title}`, () => {
      assertQuick(2000, () => {
        const { view, issues } = viewOf(`Before {${code}} after\n\nNext`);
        assert.match(view, /Before [^]*after[^]*\n<p>Next<\/p>$/);
        assert.match(issues.join(), /^too-much: /);
      });
    });

  it("evaluates the other blocks if one never finishes", () => {
    const { view, issues } = viewOf(
      "{(() => { for (;;); })()}\n\n{[1, 2].map((n) => n * 2).join()}\n\n{(() => { for (;;); })()}\n\n{3 + 4}",
    );
    assert.match(view, /^<#problem [^]*\n2,4\n<#problem [^]*\n7$/);
    assert.equal(issues.length, 2);
  });

  it("rejects regular expressions that could take a very long time and evaluates all others", () => {
    const text = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'";
    for (const pattern of [
      "(a+)+$",
      "(a|a)*$",
      "(a*)*b",
      "(?:a+){9,}$",
      "(.*)(.*)(.*)(.*)(.*)(.*)x",
      "(a)\\1+$",
      "a*a*a*a*a*a*b",
    ])
      assert.match(viewOf(`{${text}.replace(/${pattern}/, '')}`).issues.join(), /^not-static/, pattern);
    for (const pattern of ["a+", "[^a-z]+", "^a", "(?:ab)?!", "(\\w+)!$"])
      assert.deepEqual(viewOf(`{${text}.replace(/${pattern}/, '')}`).issues, [], pattern);
  });

  it("stops and reports a component that renders itself", () => {
    const { issues, view } = viewOf("export const A = () => <p>a<A/></p>\n\n<A/>\n\nNext");
    assert.match(issues.join(), /^too-much: /);
    assert.match(view, /<p>Next<\/p>$/);
  });

  it("prevents a block from changing what other blocks show", () => {
    const page =
      "export const list = [1]\n\nexport let count = 0\n\n{list.push(2)}\n\n{(() => { count = 5 })()}\n\n{list.length} {count}";
    const { view, issues } = viewOf(page);
    assert.match(view, /10$/);
    assert.deepEqual(
      issues.map((issue) => issue.split(":")[0]),
      ["not-static", "not-static"],
    );
  });

  it("makes members with dangerous names in imported data inaccessible and harmless", () => {
    const { view } = viewOf(`//- page.mdx
import data from "/data.json"

{String(data.polluted)} {Object.keys(data).join()} {String(({}).polluted)}
//- data.json
{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "a": 1}`);
    assert.match(view, /undefined__proto__,constructor,aundefined/);
    assert.ok(isClean());
  });

  for (const [title, code] of [
    ["brackets", "(".repeat(2000) + "1" + ")".repeat(2000)],
    ["sums", `${"1+".repeat(5000)}1`],
    ["lists", "[".repeat(1000) + "]".repeat(1000)],
    ["elements", "<b>".repeat(500) + "</b>".repeat(500)],
  ] as const)
    it(`renders the rest of a page with ${title} nested too deeply for the stack`, () => {
      assert.match(viewOf(`{${code}}\n\nNext`).view, /<p>Next<\/p>$/);
    });
});
