import assert from "node:assert/strict";
import { codes, head, navigation, problemsOf } from "./bad-site.ts";
import { removeTempSites } from "./temp-site.ts";

describe("checking an invalid docs.json", function () {
  this.timeout(60_000);
  after(removeTempSites);

  for (const [what, text] of Object.entries({
    "an empty file": "",
    "a file with only a byte order mark": "\ufeff",
    "a file with only spaces": " \r\n\t\n",
    null: "null",
    "an array": "[]",
    "a string": '"x"',
    "a number": "3",
  }))
    it(`rejects ${what}, which isn't an object`, async () => {
      const [only, ...more] = await problemsOf(text);
      assert.deepEqual([only?.code, more.length], ["config/not-an-object", 0]);
    });

  for (const text of [
    `{ ${head}, ${navigation}`,
    `{ ${head}, "navigation":`,
    `{ ${head}, "navigation": { "pages": ["index"`,
    "{",
  ])
    it(`reports only syntax errors in a file cut off after ${JSON.stringify(text.slice(-14))}`, async () => {
      const problems = await problemsOf(text);
      assert.ok(problems.length > 0);
      assert.deepEqual([...new Set(problems.map(({ code }) => code))], ["config/syntax"]);
    });

  for (const text of [`{ ${head}, "navigation": { "pages": ["index", "ne`, "[", '{"'])
    it(`reports the syntax error first and at most one other problem if the file is cut off after ${JSON.stringify(text.slice(-14))}`, async () => {
      const problems = await problemsOf(text);
      assert.ok(problems.some(({ code }) => code === "config/syntax"));
      assert.ok(problems.filter(({ code }) => code !== "config/syntax").length <= 1, codes(problems).join());
    });

  it("ignores a byte order mark", async () => {
    assert.deepEqual(codes(await problemsOf(`\ufeff{ ${head}, ${navigation} }`)), []);
    const [gone] = await problemsOf(`\ufeff{ "navigation": { "pages": ["index", "gone"] }, ${head} }`);
    const [same] = await problemsOf(`{ "navigation": { "pages": ["index", "gone"] }, ${head} }`);
    assert.deepEqual(gone?.range, same?.range);
  });

  it("reports problems on the right lines with CRLF line endings", async () => {
    const [gone] = await problemsOf(
      `{\r\n  ${head},\r\n  "navigation": {\r\n    "pages": ["index", "gone"]\r\n  }\r\n}\r\n`,
    );
    assert.deepEqual(gone?.range, { start: { line: 3, character: 23 }, end: { line: 3, character: 29 } });
  });

  it("reports a file over 10 MB as too large", async () => {
    const problems = await problemsOf(`{ ${head}, ${navigation}, "x": "${"y".repeat(10_000_001)}" }`);
    assert.deepEqual(codes(problems), ["config/too-large docs.json"]);
  });

  for (const [what, text] of Object.entries({
    "100,000 arrays": "[".repeat(100_000) + "]".repeat(100_000),
    "a million unclosed arrays": "[".repeat(1_000_000),
    "201 arrays in a setting": `{ ${head}, ${navigation}, "x": ${"[".repeat(201)}${"]".repeat(201)} }`,
    "100,000 objects": '{"a":'.repeat(100_000),
  }))
    it(`reports nesting in ${what} as too deep`, async () => {
      assert.deepEqual(codes(await problemsOf(text)), ["config/too-deep docs.json"]);
    });

  it("warns about a duplicate key and links to the first one", async () => {
    const problems = await problemsOf(`{ ${head}, ${navigation},\n"name": "L" }`);
    assert.deepEqual(codes(problems), ["config/duplicate-key docs.json"]);
    assert.equal(problems[0]?.range.start.line, 1);
    assert.equal(problems[0]?.related[0]?.range.start.line, 0);
  });

  it("accepts __proto__, constructor, and toString as keys", async () => {
    const problems = await problemsOf(
      `{ ${head}, ${navigation}, "__proto__": { "polluted": 1 }, "constructor": 1, "toString": 1 }`,
    );
    assert.deepEqual(
      problems.map(({ code }) => code),
      Array(3).fill("config/unknown-setting"),
    );
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  it("reports invalid UTF-8 once", async () => {
    for (const bytes of [
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      Buffer.from(`{ ${head} }`, "utf16le"),
      Buffer.from("{ \0 }"),
    ]) {
      const problems = await problemsOf(bytes);
      assert.equal(problems.length, 1, codes(problems).join());
      assert.match(problems[0]?.code ?? "", /^config\/(syntax|not-an-object)$/);
      assert.match(problems[0]?.message ?? "", /UTF-8|text/);
    }
  });

  it("reports at most 1,000 problems in two megabytes of commas", async () => {
    const problems = await problemsOf(`{ ${head}, "navigation": { "pages": [${",".repeat(2_000_000)}] } }`);
    assert.ok(problems.length > 0 && problems.length <= 1002, String(problems.length));
  });
});
