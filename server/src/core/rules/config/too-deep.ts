import { maxJsonDepth } from "../../config/json/json-reader.ts";
import { checkConfig, defineRule } from "../rule.ts";

const deepestNesting = '{"a":'.repeat(maxJsonDepth);

export const tooDeep = defineRule({
  code: "config/too-deep",
  subjectKinds: ["config"],
  severity: "error",
  summary: "Settings that are nested too deeply.",
  why: "Docwright doesn't read files that are nested more than 200 levels deep, so it can't check the settings in them or the pages that they list.",
  howToFix:
    "Close the brackets that were left open by mistake, reduce the nesting, or include fewer settings with `$ref`.",
  whenToTurnOff: "Keep this rule on. Docwright doesn't read the file even if you turn the rule off.",
  messages: {
    file: "Brackets are nested more than {deepest} levels deep here, so Docwright doesn't read the file or check its settings. Close any brackets that were left open by mistake.",
    pulledIn:
      "With `{file}` included, the settings are nested too deeply or are too large to read, so Docwright leaves them out here. Include fewer settings.",
  },
  examples: [
    {
      bad: `${deepestNesting}[|{|]}${"}".repeat(maxJsonDepth)}`,
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* ({ files, refs }) {
    for (const { path, refusal } of files)
      if (refusal?.reason === "too-deep")
        yield { message: "file", at: { file: path, range: refusal.range }, args: { deepest: maxJsonDepth } };
    for (const { location, result } of refs)
      if (result.kind === "too-much") yield { message: "pulledIn", at: location, args: { file: result.file } };
  }),
});
