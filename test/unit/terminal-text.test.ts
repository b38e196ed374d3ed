import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { toTerminalText } from "../../client/src/api-tests/api-tests.ts";

describe("terminalText", () => {
  it("removes escape sequences, line breaks, and bidirectional controls", () => {
    assert.equal(toTerminalText("\u001b]52;c;aGk=\u0007GET /a\r\n\u009b2J\u202e"), "·]52;c;aGk=·GET /a···2J·");
  });

  it("returns other text unchanged", () => {
    assert.equal(toTerminalText("GET /größe – „ü“ 👩‍💻"), "GET /größe – „ü“ 👩‍💻");
  });
});
