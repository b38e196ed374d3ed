import assert from "node:assert/strict";
import { limitSuggestions } from "./fixes.ts";

describe("fewGuesses", () => {
  it("computes one suggestion per name, for at most a few hundred names", () => {
    const guess = limitSuggestions();
    let requested = 0;
    const ask = () => {
      requested++;
      return requested === 2 ? undefined : "near";
    };
    assert.deepEqual(
      ["a", "b", "a", "b"].map((name) => guess(name, ask)),
      ["near", undefined, "near", undefined],
    );
    assert.equal(requested, 2);
    for (let i = 0; i < 1000; i++) guess(`name ${i}`, ask);
    assert.equal(requested, 200);
    assert.equal(guess("name 999", ask), undefined);
    assert.equal(guess("a", ask), "near");
  });
});
