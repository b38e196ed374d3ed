import { maxJsonValues } from "../../config/json/json-reader.ts";
import { maxJsonLength } from "../../config/json/json-tree.ts";
import { checkConfig, defineRule } from "../rule.ts";

const maxMegabytes = maxJsonLength / 1_000_000;

export const tooLarge = defineRule({
  code: "config/too-large",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A settings file larger than 10 MB or with more than 300,000 keys and values.",
  why: "Docwright doesn't read settings files that are larger than 10 MB or contain more than 300,000 keys and values, so it can't check the settings in them or the pages that they list.",
  howToFix: "Remove anything that doesn't belong in the file. If the file is larger than 10 MB, split it with `$ref`.",
  whenToTurnOff: "Keep this rule on. Docwright doesn't read the file even if you turn the rule off.",
  messages: {
    tooMany:
      "This file contains more than {most} keys and values, so Docwright doesn't read it or check its settings. Remove anything that doesn't belong in it.",
    tooLarge:
      "This file is larger than {megabytes} MB, so Docwright doesn't read it or check its settings. Split it with `$ref`, or remove anything that doesn't belong in it.",
  },
  // An example would have to be 10 MB long, so the rule has no examples, and its test generates one instead.
  examples: [],
  check: checkConfig(function* ({ files }) {
    for (const { path, refusal } of files)
      if (refusal?.reason === "too-large")
        yield refusal.range.start === 0
          ? { message: "tooLarge", at: { file: path, range: refusal.range }, args: { megabytes: maxMegabytes } }
          : { message: "tooMany", at: { file: path, range: refusal.range }, args: { most: maxJsonValues } };
  }),
});
