import assert from "node:assert/strict";
import { findTranslatedLanguage } from "./display-language.ts";

describe("display language", () => {
  for (const [displayLanguage, expected] of [
    ["de", "de"],
    ["de-AT", "de"],
    ["fr_CA.UTF-8", "fr"],
    ["pt-br", "pt-br"],
    ["pt-PT", "pt-br"],
    ["zh-cn", "zh-cn"],
    ["zh-Hans-SG", "zh-cn"],
    ["zh-tw", undefined],
    ["zh-Hant", undefined],
    ["en", undefined],
    ["en-GB", undefined],
    ["nl", undefined],
    ["", undefined],
  ] as const)
    it(`${displayLanguage || "none"} uses ${expected ?? "English"}`, () => {
      assert.equal(findTranslatedLanguage(displayLanguage), expected);
    });
});
