import assert from "node:assert/strict";
import { parseEnvFile } from "./secrets.ts";

/**
 * Cases based on dotenv's documented rules for quotes, comments, `export`, and escapes. Escapes are allowed only in
 * double quotes.
 */
const cases: readonly (readonly [text: string, read: Readonly<Record<string, string>>])[] = [
  ["A=1\nB=two words\n", { A: "1", B: "two words" }],
  ["# none\n\nexport A = 'x # y'\r\nB=\"line\\nend\"\n", { A: "x # y", B: "line\nend" }],
  ["A='it\\n'\nB=`a \"b\"`\nC=", { A: "it\\n", B: 'a "b"', C: "" }],
  ["A=1 # why\nA=2", { A: "2" }],
  ["A=$HOME\nB=${A}\nC=$(id)", { A: "$HOME", B: "${A}", C: "$(id)" }],
  ["no variable\n=x\nA B=1", {}],
];

describe(".env file", () => {
  for (const [text, secretNames] of cases)
    it(`is parsed: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(Object.fromEntries(parseEnvFile(text)), secretNames));

  it("is ignored if it's too long", () => assert.deepEqual(parseEnvFile(`A=${"x".repeat(200_001)}`), []));

  it("doesn't affect environment variables", () => {
    parseEnvFile("DOCWRIGHT_NEVER_SET=1");
    assert.equal(process.env["DOCWRIGHT_NEVER_SET"], undefined);
  });
});
