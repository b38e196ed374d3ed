import { findConfigFile } from "../../config/config.ts";
import { findIndependentProblems } from "../../config/json/misread-parts.ts";
import { removeMember } from "../../config/json/json-edit.ts";
import { checkConfig, defineRule, toFileEdits } from "../rule.ts";

export const duplicateKey = defineRule({
  code: "config/duplicate-key",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A key that appears twice in the same object.",
  why: "If a key appears twice, the service uses the later value and silently ignores the earlier one.",
  howToFix: "Keep the key with the value that you want, and remove the other one.",
  whenToTurnOff: "Keep this rule on. If a key appears twice, one of its values never takes effect.",
  messages: {
    twice:
      "`{key}` appears twice in this object, so the service uses this later value and ignores the earlier one. Remove one of them.",
    first: "The service ignores this earlier `{key}`.",
    removeFirst: "Remove earlier `{key}`",
    removeThis: "Remove this `{key}`",
  },
  examples: [
    {
      bad: '{\n  "name": "Acme",\n  [|"name"|]: "Acme docs",\n  "navigation": { "pages": ["index"] }\n}',
      good: '{\n  "name": "Acme docs",\n  "navigation": { "pages": ["index"] }\n}',
    },
  ],
  check: checkConfig(function* ({ files }) {
    for (const file of files)
      for (const { kind, range, relatedRange, text = "" } of findIndependentProblems(file)) {
        const { path } = file;
        if (kind !== "duplicate-key" || !relatedRange) continue;
        const args = { key: text };
        yield {
          message: "twice",
          at: { file: path, range },
          args,
          relatedLocations: [{ at: { file: path, range: relatedRange }, message: "first", args }],
          data: { first: relatedRange.start, end: relatedRange.end },
        };
      }
  }),
  *createFixes({ at, args = {}, data }, site) {
    const file = findConfigFile(site.config, at.file);
    if (!file || typeof data?.["first"] !== "number" || typeof data["end"] !== "number") return;
    const firstKeyRange = { start: data["first"], end: data["end"] };
    yield { title: "removeFirst", args, edits: toFileEdits(at.file, removeMember(file, firstKeyRange)) };
    yield { title: "removeThis", args, edits: toFileEdits(at.file, removeMember(file, at.range)) };
  },
});
