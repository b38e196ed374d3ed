import assert from "node:assert/strict";
import { profiles } from "../../server/src/core/config/settings/profile.ts";
import { getLanguageName } from "../../webview/src/frame/switcher.tsx";
import { getFrameLabels } from "../../webview/src/frame/frame-context.tsx";

describe("wordsIn", () => {
  it("supports every language that a site can declare", () => {
    for (const code of profiles.mintlify.languageCodes) {
      const isEnglish = getFrameLabels(code).next === getFrameLabels("en").next;
      assert.equal(isEnglish, code === "en", code);
    }
  });

  it("falls back to English", () => {
    for (const code of [undefined, "xx", "constructor", ""])
      assert.deepEqual(getFrameLabels(code), getFrameLabels("en"));
  });
});

describe("languageName", () => {
  it("returns language names in their own language, including the service's codes", () => {
    assert.deepEqual(["de", "en", "pt-BR", "jp", "cn"].map(getLanguageName), [
      "Deutsch",
      "English",
      "Português (Brasil)",
      "日本語",
      "简体中文",
    ]);
    assert.equal(getLanguageName("not a code"), "not a code");
  });
});
