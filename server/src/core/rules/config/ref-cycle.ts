import { truncateStart } from "../../text/message.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const refCycle = defineRule({
  code: "config/ref-cycle",
  on: ["config"],
  severity: "error",
  summary: "Files that pull in one another in a circle.",
  why: "A file that pulls in itself, by way of others or not, has no end, so the service stops.",
  messages: {
    cycle:
      "This `$ref` closes a circle ({chain}), so the service stops. Let one of these files not pull in the next.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "groups": { "$ref": [|"./docs.json"|] } }',
      good: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "pages": ["index"] }',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { at, verdict: result } of refs)
      if (result.kind === "cycle")
        yield { message: "cycle", at, args: { chain: truncateStart(result.chain.join(" → "), 90) } };
  }),
});
