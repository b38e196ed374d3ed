import { maxJsonDepth } from "../../config/json/json-reader.ts";
import { checkConfig, defineRule } from "../rule.ts";

const maxDepth = '{"a":'.repeat(maxJsonDepth);

export const tooDeep = defineRule({
  code: "config/too-deep",
  on: ["config"],
  severity: "error",
  summary: "Settings nested deeper than any site needs.",
  why: "Docwright does not read a file that nests deeper than 200 levels, so neither its settings nor its pages are checked.",
  messages: {
    file: "Brackets are nested more than {deepest} levels deep here, so the file is not read and its settings are not checked. Close the brackets that are open by mistake.",
    pulledIn:
      "With what `{file}` pulls in, the settings become too deep or too large to read, so they are left out here. Pull in less.",
  },
  examples: [
    {
      bad: `${maxDepth}[|{|]}${"}".repeat(maxJsonDepth)}`,
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* ({ files, refs }) {
    for (const { path, refused } of files)
      if (refused?.reason === "too-deep")
        yield { message: "file", at: { file: path, range: refused.range }, args: { deepest: maxJsonDepth } };
    for (const { at, verdict: result } of refs)
      if (result.kind === "too-much") yield { message: "pulledIn", at, args: { file: result.file } };
  }),
});
