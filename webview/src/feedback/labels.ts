import { translate } from "../language/translate.ts";

const labels: Readonly<Record<"source" | "status" | "rating", Readonly<Record<string, string>>>> = {
  source: {
    contextual: translate("Page"),
    code_snippet: translate("Code"),
    agent: translate("Agent"),
    thumbs_only: translate("Rating only"),
  },
  status: {
    pending: translate("Pending"),
    in_progress: translate("In progress"),
    resolved: translate("Resolved"),
    dismissed: translate("Dismissed"),
  },
  rating: {
    up: translate("Helpful"),
    down: translate("Not helpful"),
    none: translate("No rating"),
  },
};

/** Returns the label of a source, status, or rating. Values that the service has added since are shown as they are. */
export function getLabel(kind: keyof typeof labels, name: string): string {
  return Object.hasOwn(labels[kind], name) ? (labels[kind][name] ?? name) : name;
}
