import { truncateEnd } from "../../text/message.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const refOutsideSite = defineRule({
  code: "config/ref-outside-site",
  on: ["config"],
  severity: "error",
  summary: "A `$ref` that leads out of the site.",
  why: "Only files of the site itself are published. A `$ref` to anything else is never read, here or by the service.",
  messages: {
    outside:
      "`{written}` is no file of the site, so it is never read and what it should bring is lost. Name a file in the folder of docs.json or below.",
  },
  examples: [
    {
      bad: '{ "navigation": { "$ref": [|"../nav.json"|] } }',
      good: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "pages": ["index"] }',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { at, written, verdict: result } of refs)
      if (result.kind === "outside-site")
        yield { message: "outside", at, args: { written: truncateEnd(written, 60) } };
  }),
});
