import { checkConfig, defineRule } from "../rule.ts";

export const refOutsideSite = defineRule({
  code: "config/ref-outside-site",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A `$ref` that points outside the site.",
  why: "The service publishes only the site's own files. Neither the service nor Docwright follows a `$ref` to any other file.",
  howToFix: "Move the file into the site, and update the `$ref`.",
  whenToTurnOff: "Turn off this rule if a build step copies the file into the site and updates the `$ref`.",
  messages: {
    outside:
      "`{written}` is outside the site's folder, so the service doesn't read it and its content is missing. Use a file in the same folder as docs.json or in one of its subfolders.",
  },
  examples: [
    {
      bad: '{ "navigation": { "$ref": [|"../nav.json"|] } }',
      good: '//- docs.json\n{ "navigation": { "$ref": "./nav.json" } }\n//- nav.json\n{ "pages": ["index"] }',
    },
  ],
  check: checkConfig(function* ({ refs }) {
    for (const { location, rawPath, result } of refs)
      if (result.kind === "outside-site") yield { message: "outside", at: location, args: { written: rawPath } };
  }),
});
