import { maxJsonValues } from "../../config/json/json-reader.ts";
import { maxJsonLength } from "../../config/json/json-tree.ts";
import { checkConfig, defineRule } from "../rule.ts";

const megabytes = maxJsonLength / 1_000_000;

export const tooLarge = defineRule({
  code: "config/too-large",
  on: ["config"],
  severity: "error",
  summary: "A settings file of more than 10 MB, or of more than 300,000 keys and values.",
  why: "Docwright does not read a settings file of more than 10 MB or 300,000 keys and values, so neither its settings nor its pages are checked.",
  messages: {
    tooMany:
      "This file holds more than {most} keys and values, so it is not read and its settings are not checked. Remove what does not belong in it.",
    tooLarge:
      "This file has more than {megabytes} MB, so it is not read and its settings are not checked. Split it with `$ref`, or remove what does not belong in it.",
  },
  // An example would be 10 MB long, so the rule's own test generates it.
  examples: [],
  check: checkConfig(function* ({ files }) {
    for (const { path, refused } of files)
      if (refused?.reason === "too-large")
        yield refused.range.start === 0
          ? { message: "tooLarge", at: { file: path, range: refused.range }, args: { megabytes } }
          : { message: "tooMany", at: { file: path, range: refused.range }, args: { most: maxJsonValues } };
  }),
});
