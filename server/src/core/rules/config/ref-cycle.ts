import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const refCycle = defineRule({
  code: "config/ref-cycle",
  subjectKinds: ["config"],
  severity: "error",
  summary: "Configuration files that include each other in a cycle.",
  why: "If a file includes itself, directly or through other files, the cycle never ends and the build fails.",
  howToFix:
    "Remove one of the `$ref`s in the cycle. If several files need the same settings, move those settings to a separate file.",
  whenToTurnOff: "Keep this rule on. If files include each other in a cycle, the build fails.",
  messages: {
    cycle: "This `$ref` creates a cycle ({chain}), so the build fails. Remove the `$ref` from one of these files.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "groups": { "$ref": [|"./docs.json"|] } }',
      good: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "pages": ["index"] }',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { location, result } of refs)
      if (result.kind === "cycle")
        yield {
          message: "cycle",
          at: location,
          args: { chain: toVerbatim(result.chain.join(" → ")) },
        };
  }),
});
