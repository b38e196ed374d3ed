import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { viewOf } from "../../../../../test/harness/view-of.ts";

/** The results that JavaScript itself returns, as text. */
const cases: Readonly<Record<string, readonly (readonly [code: string, answer: string])[]>> = {
  "values and operators": [
    ["1 + 2 * 3", "7"],
    ["2 ** 10", "1024"],
    ["7 % 4", "3"],
    ["-'4' + 1", "-3"],
    ["'a' + 1 + null", "a1null"],
    ["1 + null", "1"],
    ["'b' > 'a' ? 'yes' : 'no'", "yes"],
    ["'10' > 9 ? 'yes' : 'no'", "yes"],
    ["String(null == undefined) + (null === undefined)", "truefalse"],
    [
      "typeof 'x' + typeof 1 + typeof {} + typeof (() => 1) + typeof nothingOfThatName",
      "stringnumberobjectfunctionundefined",
    ],
    ["String(!0) + String(!'x')", "truefalse"],
    ["5 & 3 | 8 ^ 1", "9"],
    ["1 << 4 >> 1", "8"],
    ["'length' in {length: 1} ? 'in' : 'out'", "in"],
    ["`a${1 + 1}b${'c'}`", "a2bc"],
    ["(1, 2, 3)", "3"],
    ["0x1f + 0b11 + 1_000", "1034"],
  ],
  "nonexistent names": [
    ["null ?? 'other'", "other"],
    ["0 ?? 'other'", "0"],
    ["'' || 'other'", "other"],
    ["'one' && 'two'", "two"],
    ["({a: {b: 1}}).a?.b", "1"],
    ["String(({}).a?.b.c.d)", "undefined"],
    ["String(({}).f?.())", "undefined"],
    ["String(null?.[0])", "undefined"],
  ],
  "lists and objects": [
    ["[1, 2, 3].length", "3"],
    ["[1, ...[2, 3], ...'ab'].join('-')", "1-2-3-a-b"],
    ["({a: 1, ...{b: 2}, ['c' + 1]: 3}).c1", "3"],
    ["Object.keys({b: 1, a: 2}).join()", "b,a"],
    ["Object.entries({a: 1}).map(([k, v]) => k + v).join()", "a1"],
    ["Object.values({a: 1, b: 2}).reduce((a, b) => a + b, 0)", "3"],
    ["Object.fromEntries([['a', 5]]).a", "5"],
    ["Object.assign({a: 1}, {b: 2}).b", "2"],
    ["[3, 1, 2].sort().join('')", "123"],
    ["[3, 10, 2].sort().join()", "10,2,3"],
    ["[3, 1, 2].sort((a, b) => b - a).join('')", "321"],
    ["[1, 2, 3, 4].filter(n => n % 2).map(n => n * 2).join()", "2,6"],
    ["[[1], [2, [3]]].flat().length", "3"],
    ["[1, 2].flatMap(n => [n, n]).join('')", "1122"],
    ["['a', 'b'].indexOf('b')", "1"],
    ["[1, 2, 3].find(n => n > 1)", "2"],
    ["[1, 2, 3].some(n => n > 2) && [1].every(n => n === 1) ? 'yes' : 'no'", "yes"],
    ["Array.from({length: 3}, (_, i) => i * i).join()", "0,1,4"],
    ["Array(2).fill('x').join('')", "xx"],
    ["[...Array(3).keys()].join()", "0,1,2"],
    ["[...new Set([1, 1, 2])].length", "2"],
    ["[1, 2, 3].slice(-2).concat([9]).join()", "2,3,9"],
    ["[1, 2, 3].at(-1)", "3"],
    ["[1, 2, 3].reverse().join('')", "321"],
    ["Array.isArray([]) ? 'list' : 'none'", "list"],
  ],
  "strings and numbers": [
    ["'abc'.toUpperCase() + 'ABC'.toLowerCase()", "ABCabc"],
    ["'a-b-c'.split('-').length", "3"],
    ["'hello'.slice(1, 3) + 'hello'.substring(3) + 'hello'.at(-1)", "ello".replace("ello", "elloo")],
    ["'a b  c'.replace(/\\s+/g, '_')", "a_b_c"],
    ["'aXbX'.replaceAll('X', '')", "ab"],
    ["'x1y2'.replace(/\\d/g, d => d * 2)", "x2y4"],
    ["'2024-05'.match(/(\\d+)-(\\d+)/)[2]", "05"],
    ["'5'.padStart(3, '0')", "005"],
    ["'ab'.repeat(2) + ' x '.trim()", "ababx"],
    ["'abc'.includes('b') && 'abc'.startsWith('a') ? 'yes' : 'no'", "yes"],
    ["String.raw`a\\b`", "a\\b"],
    ["'abc'[1] + 'abc'.charAt(2) + 'a'.charCodeAt(0)", "bc97"],
    ["(3.14159).toFixed(2)", "3.14"],
    ["(1234567.5).toLocaleString()", "1,234,567.5"],
    ["(255).toString(16)", "ff"],
    ["Number('12') + parseInt('7px', 10) + parseFloat('.5')", "19.5"],
    ["Math.max(1, 5, 3) + Math.round(2.5) + Math.floor(-1.5)", "6"],
    ["String(isNaN('x'))", "true"],
    ["encodeURIComponent('a b&c')", "a%20b%26c"],
    ["btoa('user:pass') + ' ' + atob('aGk=') + ' ' + btoa('a') + btoa('ab')", "dXNlcjpwYXNz hi YQ==YWI="],
    ["JSON.stringify({a: [1, null, 'x'], f: () => 1})", '{"a":[1,null,"x"]}'],
    ["JSON.parse('{\"a\": 2}').a", "2"],
    ["new Date('2024-05-01').getFullYear()", "2024"],
    ["new Date(2024, 4, 1).toISOString()", "2024-05-01T00:00:00.000Z"],
    ["new Date('2024-05-01').toLocaleDateString('en-US', {month: 'short', day: 'numeric'})", "May 1"],
  ],
  functions: [
    ["(() => { console.log('x'); return 'ok' })()", "ok"],
    ["((a, b = 2, ...rest) => a + b + rest.length)(1, undefined, 5, 6)", "5"],
    ["(({a, b: {c} = {c: 4}, ...rest}) => a + c + Object.keys(rest).length)({a: 1, d: 2, e: 3})", "7"],
    ["(([a, , b]) => a + b)([1, 2, 3])", "4"],
    ["(function fact(n) { return n < 2 ? 1 : n * fact(n - 1) })(5)", "120"],
    ["(() => { let sum = 0; for (const n of [1, 2, 3]) sum += n; return sum })()", "6"],
    ["(() => { let s = ''; for (let i = 0; i < 3; i++) { if (i === 1) continue; s += i } return s })()", "02"],
    ["(() => { let n = 0; while (true) { n++; if (n > 4) break } return n })()", "5"],
    ["(() => { let n = 0; do n += 2; while (n < 5); return n })()", "6"],
    ["(() => { const out = []; out.push(1, 2); out[2] = 3; return out.join() })()", "1,2,3"],
    ["(() => { const o = {}; o.a = 1; o['b'] = 2; o.a += 5; o.b++; return o.a + o.b })()", "9"],
    ["(() => { for (const k in {x: 1, y: 2}) if (k === 'y') return k })()", "y"],
    ["((x) => { switch (x) { case 1: return 'a'; case 2: case 3: return 'b'; default: return 'c' } })(3)", "b"],
    ["(() => { try { null.x } catch (e) { return 'caught' } finally { } })()", "caught"],
    ["(() => { try { throw new Error('mine') } catch (e) { return e.message } })()", /mine/.source],
    ["(() => { return later(); function later() { return 'ok' } })()", "ok"],
    [
      "(() => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map(f => f()).join() })()",
      "0,1,2",
    ],
    [
      "(() => { outer: for (const a of [1, 2]) for (const b of [1, 2]) if (b === 2) continue outer; return 'end' })()",
      "end",
    ],
  ],
};

describe("interpreter", () => {
  for (const [title, rows] of Object.entries(cases))
    describe(title, () => {
      for (const [code, output] of rows)
        it(`evaluates ${code}`, () => {
          const { view, issues } = viewOf(`{${code}}\n`);
          assert.deepEqual(issues, []);
          if (output === "mine") assert.match(view, /mine/);
          else assert.equal(view, output);
        });
    });

  it("is tested against expected results that match the JavaScript engine's", () => {
    for (const [, rows] of Object.entries(cases))
      for (const [code, output] of rows)
        if (output !== "mine" && !/toLocale|new Date\(2024|nothingOfThatName/.test(code))
          // Checks the table itself against the JavaScript engine. The evaluated code is the test's own, not a site's.
          assert.equal(
            output,
            String(runInNewContext(`(${code})`, { btoa, atob, console: { log: () => undefined } })),
            code,
          );
  });

  it("renders values as React does, omitting non-text values and flattening lists", () => {
    assert.equal(viewOf("{[1, null, undefined, true, false, '', 'a', [2, <b>c</b>]]}").view, "1a2<b>c</b>");
  });

  it("makes all of a page's exports available in expressions and text, regardless of their syntax", () => {
    const page = `export const name = "Acme";
export const [first, { second = 3 }] = [1, {}];
export function greet({ who }) { return "Hi " + who }
export const plans = { free: { price: 0 } };

{greet({ who: name })} {first} {second} {plans.free.price}

Text with {name.length} in it.`;
    assert.equal(viewOf(page).view, "Hi Acme130\n<p>Text with 4 in it.</p>");
  });

  const faultyCode: readonly (readonly [code: string, issue: string])[] = [
    ["userId", "unknown-name: userId"],
    ["window.location", "not-static: window"],
    ["fetch('/x')", "not-static: fetch"],
    ["plan.name", "unknown-name: plan"],
    ["[].first.name", "fails: [].first.name"],
    ["({}).go()", "fails: ({}).go"],
    ["null.x", "fails: null.x"],
    ["Math.random()", "not-static: Math.random()"],
    ["new Date()", "not-static: new Date()"],
    ["Date.now()", "not-static: Date.now()"],
    ["class {}", "not-static: class {}"],
    ["this", "not-static: this"],
    ["({a: 1})", "fails: {({a: 1})}"],
    ["(() => { const a = 1; a = 2 })()", "fails: a"],
    ["[1].map(3)", "fails: [1].map(3)"],
    ["import('x')", "not-static: import('x')"],
    ["(async () => 1)()", "not-static: async () => 1"],
  ];
  for (const [code, issue] of faultyCode)
    it(`reports a problem in ${code}`, () => {
      const { issues, view, messages } = viewOf(`Before {${code}} after`);
      assert.deepEqual(issues, [issue]);
      assert.match(view, /^<p>Before <#problem [^]*\/> after<\/p>$/);
      for (const message of messages) {
        assert.ok(message.length <= 200, message);
        assert.doesNotMatch(message, /\b(?:schema|AST|parse|token|node)\b/);
      }
    });

  it("limits messages to 200 characters, even for long names, and escapes invisible characters", () => {
    const longText = "a".repeat(500);
    for (const code of [
      longText,
      `${longText}.b`,
      `({}).${longText}()`,
      `null.${longText}`,
      `(() => { throw new Error("${longText}") })()`,
    ])
      for (const message of viewOf(`{${code}}`).messages) assert.ok(message.length <= 200, message);
    const { messages } = viewOf(`<Card\u202e/>\n\n<${"A".repeat(500)}/>\n\n<${"a".repeat(500)}/>`);
    for (const message of messages) {
      assert.ok(message.length <= 200, message);
      assert.doesNotMatch(message, /\u202e/);
    }
  });

  it("ignores event handlers", () => {
    const { view, issues } = viewOf("<button onClick={() => alert(window.x)}>Go</button>");
    assert.deepEqual([view, issues], ["<button>Go</button>", []]);
  });
});
