import { getNodeLocation, getJsonValue } from "../../config/json/json-tree.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const playgroundNeedsAuthentication = defineRule({
  code: "config/playground-needs-authentication",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A playground for logged-in readers on a site without authentication.",
  why: "With `auth`, only logged-in readers see the playground. On a site without authentication, no one sees it.",
  howToFix:
    "If readers can't log in to the site, use `interactive` or `simple`. If they can, set `authentication` to `true` in `.docwright.json`.",
  whenToTurnOff: "Keep this rule on. Without authentication, readers can't see a playground that's set to `auth`.",
  messages: {
    without:
      "`auth` shows the playground only to logged-in readers, but `authentication` is `false` in `.docwright.json`, so no one sees it. Use `interactive` or `simple`.",
    unknown:
      "`auth` shows the playground only to logged-in readers. If readers can't log in to this site, no one sees it. Set `authentication` in `.docwright.json`.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "api": { "playground": { "display": [|"auth"|] } }, "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": false }',
      good: '//- docs.json\n{ "api": { "playground": { "display": "auth" } }, "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": true }',
    },
  ],
  check: checkConfig(function* ({ root }, { settings }) {
    const display = getJsonValue(getJsonValue(getJsonValue(root, "api"), "playground"), "display");
    if (display?.kind !== "string" || display.value !== "auth" || settings.authentication) return;
    const at = getNodeLocation(display);
    if (settings.authentication === false) yield { message: "without", at };
    else yield { message: "unknown", at, severity: "hint" };
  }),
});
