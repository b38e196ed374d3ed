import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { formatFileSize } from "../../client/src/refactoring/refactoring-commands.ts";

describe("formatSize", () => {
  it("rounds to three digits and a suitable unit", () => {
    const sizes = [0, 812, 999, 1000, 3449, 123_400, 999_950, 1_250_000, 340_000_000];
    assert.deepEqual(sizes.map(formatFileSize), [
      "0 bytes",
      "812 bytes",
      "999 bytes",
      "1.0 KB",
      "3.4 KB",
      "123 KB",
      "1.0 MB",
      "1.3 MB",
      "340 MB",
    ]);
  });
});
