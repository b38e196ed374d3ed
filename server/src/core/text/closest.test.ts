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
    ["create-user", ["delete-user"], undefined],
    ["member_created", ["order_created"], undefined],
    ["release-3-0.png", ["release-2-7.png"], undefined],
    ["set-up-applicaation", ["set-up-application"], "set-up-application"],
  ];
  for (const [name, candidates, expected] of cases)
    it(`${name || "(empty)"} → ${expected ?? "nothing"}`, () =>
      assert.equal(closest(name, candidates), expected));
});
