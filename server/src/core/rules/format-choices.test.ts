import assert from "node:assert/strict";
import { formatChoices } from "./format-choices.ts";

describe("formatChoices", () => {
  const themes = ["mint", "maple", "palm", "willow"];

  it("lists all values if they fit", () => {
    assert.equal(formatChoices(["dark"], 20), "`dark`");
    assert.equal(formatChoices(["dark", "light"], 20), "`dark` or `light`");
    assert.equal(formatChoices(themes, 40), "`mint`, `maple`, `palm`, or `willow`");
  });

  it("lists the first values and mentions the others if they don't fit", () => {
    assert.equal(formatChoices(themes, 34), "`mint` or another valid value");
    assert.equal(
      formatChoices([...themes, "aspen", "linden"], 50),
      "`mint`, `maple`, `palm`, or another valid value",
    );
  });

  it("lists no values if not even the first one fits", () => {
    assert.equal(formatChoices(["a-very-long-value", "another-long-value"], 30), "another valid value");
  });
});
