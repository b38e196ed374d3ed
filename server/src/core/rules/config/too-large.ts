import { largestJsonLength } from "../../config/json-tree.ts";
import { checkConfig, defineRule } from "../rule.ts";

const megabytes = largestJsonLength / 1_000_000;

export const tooLarge = defineRule({
  code: "config/too-large",
  on: ["config"],
  severity: "error",
  summary: "A settings file of more than 10 MB.",
  why: "Docwright does not read a settings file of more than 10 MB, so neither its settings nor its pages are checked.",
  messages: {
    tooLarge:
      "This file has more than {megabytes} MB, so it is not read and its settings are not checked. Split it with `$ref`, or remove what does not belong in it.",
  },
  // The bad text would be 10 MB long; the rule's own test makes it.
  examples: [],
  check: checkConfig(function* ({ files }) {
    for (const { path, refused } of files)
      if (refused?.reason === "too-large")
        yield { message: "tooLarge", at: { file: path, range: refused.range }, args: { megabytes } };
  }),
});
