import { findNearestNames } from "../../text/similarity.ts";
import {
  isReported,
  partPlace,
  listPlacedReferences,
  rewritePart,
  targetRange,
} from "../subjects/site-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const channelNotFound = defineRule({
  code: "asyncapi/channel-not-found",
  on: ["page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "A page names a channel that no AsyncAPI file has.",
  why: "`asyncapi` names a channel by its id, with the file in front when there are several. Without such a channel readers get a page without its reference.",
  messages: {
    missing:
      "No AsyncAPI file has the channel `{channel}`, so readers get no reference here. Correct the id.",
    near: "No AsyncAPI file has the channel `{channel}`, so readers get no reference here. Did you mean `{near}`?",
    none: "The site has no AsyncAPI file that could have `{channel}`, so readers get no reference here. Add the file.",
    use: "Write `{near}`",
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
    for (const placed of listPlacedReferences({ kind: "page", value: page }, site)) {
      const { resolution } = placed;
      if (resolution.kind !== "target-not-found" && resolution.kind !== "no-spec") continue;
      const { reference } = resolution;
      if (reference.form !== "channel") continue;
      const range = targetRange(reference, placed.text);
      const at = partPlace(placed, range);
      const channel = reference.name.text;
      const specs = resolution.kind === "no-spec" ? [] : resolution.specs;
      const near = findNearestNames(
        channel,
        specs.flatMap(({ channels }) => channels.map(({ id }) => id)),
      );
      if (specs.length === 0) yield { message: "none", args: { channel }, at };
      else if (near === undefined) yield { message: "missing", args: { channel }, at };
      else
        yield {
          message: "near",
          args: { channel, near },
          at,
          ...(isReported(at, range) ? { data: { near } } : {}),
        };
    }
  }),
  *fixes({ at, data }) {
    const near = data?.["near"];
    const edits = typeof near === "string" ? rewritePart(at, near) : [];
    if (typeof near === "string" && edits.length > 0) yield { title: "use", args: { near }, edits };
  },
});
