import assert from "node:assert/strict";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { lineMapOf, offsetAt, positionAt } from "./line-map.ts";

const text = fc
  .array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", " ", "\u2028", "\ufeff"), { maxLength: 40 })
  .map((parts) => parts.join(""));

describe("line map", () => {
  it("counts a lone carriage return and an astral character as the protocol does", () => {
    const map = lineMapOf("a\rb\r\n😀c");
    assert.deepEqual(positionAt(map, 2), { line: 1, character: 0 });
    assert.deepEqual(positionAt(map, 7), { line: 2, character: 2 });
  });

  it("agrees with the protocol's own text document everywhere but inside a line end", () => {
    fc.assert(
      fc.property(text, (content) => {
        const map = lineMapOf(content);
        const document = TextDocument.create("file:///a", "x", 1, content);
        for (let offset = 0; offset <= content.length; offset++) {
          if (content[offset] === "\n" && content[offset - 1] === "\r") continue;
          assert.deepEqual(positionAt(map, offset), document.positionAt(offset));
          assert.equal(offsetAt(map, positionAt(map, offset)), offset);
        }
      }),
    );
  });

  it("moves what lies outside to the nearest end", () => {
    const map = lineMapOf("ab\nc");
    assert.deepEqual(positionAt(map, 99), { line: 1, character: 1 });
    assert.equal(offsetAt(map, { line: 9, character: 0 }), 4);
    assert.equal(offsetAt(map, { line: -1, character: 5 }), 0);
  });
});
