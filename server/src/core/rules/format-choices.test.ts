import assert from "node:assert/strict";
import { formatPhrase } from "../text/phrase.ts";
import { formatChoices } from "./format-choices.ts";

const inEnglish = (values: readonly string[], maxLength: number) =>
  formatPhrase(formatChoices(values, maxLength));

describe("formatChoices", () => {
  const themes = ["mint", "maple", "palm", "willow"];

  it("lists all values if they fit", () => {
    assert.equal(inEnglish(["dark"], 20), "`dark`");
    assert.equal(inEnglish(["dark", "light"], 20), "`dark` or `light`");
    assert.equal(inEnglish(themes, 40), "`mint`, `maple`, `palm`, or `willow`");
  });

  it("lists the first values and mentions the others if they don't fit", () => {
    assert.equal(inEnglish(themes, 34), "`mint` or another valid value");
    assert.equal(
      inEnglish([...themes, "aspen", "linden"], 50),
      "`mint`, `maple`, `palm`, or another valid value",
    );
  });

  it("lists no values if not even the first one fits", () => {
    assert.equal(inEnglish(["a-very-long-value", "another-long-value"], 30), "another valid value");
  });
});
