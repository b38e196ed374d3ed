import assert from "node:assert/strict";
import { closest } from "./closest.ts";

describe("closest", () => {
  const cases: readonly [string, string[], string | undefined][] = [
    ["navbr", ["navbar", "navigation"], "navbar"],
    ["pt-br", ["pt", "pt-BR"], "pt-BR"],
    ["zh-hant", ["zh-Hans", "zh-Hant"], "zh-Hant"],
    ["opneapi", ["openapi", "asyncapi"], "openapi"],
    ["sidebar_title", ["sidebarTitle"], "sidebarTitle"],
    ["guides/strat", ["guides/start", "guides/state"], "guides/start"],
    ["x", ["ar", "de"], undefined],
    ["author", ["api", "openapi"], undefined],
    ["", ["a"], undefined],
  ];
  for (const [name, candidates, expected] of cases)
    it(`${name || "(empty)"} → ${expected ?? "nothing"}`, () =>
      assert.equal(closest(name, candidates), expected));
});
