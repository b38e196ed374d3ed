import { findNearestName } from "../../text/similarity.ts";
import {
  isReplaceable,
  getPartLocation,
  listLocatedReferences,
  createPartEdits,
  getTargetRange,
} from "../subjects/site-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const channelNotFound = defineRule({
  code: "asyncapi/channel-not-found",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A reference to a channel that isn't in any AsyncAPI file.",
  why: "`asyncapi` refers to a channel by its ID, preceded by the file name if there are several files. If the channel doesn't exist, readers see a page without the channel.",
  howToFix:
    "Use the ID of a channel under `channels` in the AsyncAPI file. If the site has several files, put the file name before the ID.",
  whenToTurnOff: "Turn off this rule if a build step generates the specification after Docwright checks the site.",
  messages: {
    missing:
      "`{channel}` isn't defined in any of the site's AsyncAPI files, so readers see no channel here. Fix the ID.",
    near: "`{channel}` isn't defined in any of the site's AsyncAPI files, so readers see no channel here. Did you mean `{near}`?",
    none: "`{channel}` isn't defined because the site has no AsyncAPI file, so readers see no channel here. Add one.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["chat"] } }
//- chat.mdx
---
asyncapi: "chat.yaml [|chatroom|]"
---
//- chat.yaml
asyncapi: 3.0.0
channels: { chatRooms: {} }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["chat"] } }
//- chat.mdx
---
asyncapi: "chat.yaml chatRooms"
---
//- chat.yaml
asyncapi: 3.0.0
channels: { chatRooms: {} }
`,
    },
  ],
  check: checkPage(function* (page, site) {
    for (const locatedReference of listLocatedReferences({ kind: "page", value: page }, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "target-not-found" && resolution.kind !== "no-spec") continue;
      const { reference } = resolution;
      if (reference.form !== "channel") continue;
      const range = getTargetRange(reference, locatedReference.text);
      const at = getPartLocation(locatedReference, range);
      const channel = reference.name.text;
      const specs = resolution.kind === "no-spec" ? [] : resolution.specs;
      const suggestion = findNearestName(
        channel,
        specs.flatMap(({ channels }) => channels.map(({ id }) => id)),
      );
      if (specs.length === 0) yield { message: "none", args: { channel }, at };
      else if (suggestion === undefined) yield { message: "missing", args: { channel }, at };
      else
        yield {
          message: "near",
          args: { channel, near: suggestion },
          at,
          ...(isReplaceable(at, range) ? { data: { near: suggestion } } : {}),
        };
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    const edits = typeof suggestion === "string" ? createPartEdits(at, suggestion) : [];
    if (typeof suggestion === "string" && edits.length > 0) yield { title: "use", args: { near: suggestion }, edits };
  },
});
