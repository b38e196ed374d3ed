import assert from "node:assert/strict";
import { countColumns, wrapProse } from "../../server/src/cli/terminal/text.ts";

describe("wrapProse", () => {
  it("breaks Japanese text between characters, but not before punctuation that ends a sentence", () => {
    assert.deepEqual(wrapProse("設定ではありません。削除する", 10), ["設定ではあ", "りません。", "削除する"]);
    assert.deepEqual(wrapProse("設定です。", 8), ["設定で", "す。"]);
  });

  it("breaks other text only at spaces and never inside a long word", () => {
    assert.deepEqual(wrapProse("a bb averyverylongword c", 6), ["a bb", "averyverylongword", "c"]);
    assert.deepEqual(wrapProse("`navbr` は設定", 12), ["`navbr` は設", "定"]);
  });

  it("never breaks a Chinese path in code or separates a bracket from its text", () => {
    assert.deepEqual(wrapProse("页面 `指南/快速开始` 不存在", 10), ["页面", "`指南/快速开始`", "不存在"]);
    assert.deepEqual(wrapProse("は「設定」", 5), ["は", "「設", "定」"]);
  });

  it("counts the long vowel mark as two columns", () => {
    assert.equal(countColumns("エラー"), 6);
  });
});
