import { type Dict, isDictValue } from "../interpret/values.ts";
import { safeSheet, sourcesOf } from "../safe/safe-style.ts";
import { pageClass, type ViewIssue, type ViewNode } from "../view/page-view.ts";
import { type Rendering, reportIssue, getPlainTextIn } from "./rendering.ts";

/** Collects the sanitized rules of a `<style>` element, scoped to the page. Renders nothing at its position. */
export function styleElement(
  props: Dict,
  children: readonly ViewNode[],
  at: Pick<ViewIssue, "file" | "range">,
  rendering: Rendering,
): ViewNode[] {
  const { text, isWhole: isFull } = safeSheet(
    getPlainTextIn(children) || rawText(props),
    `.${pageClass}`,
    sourcesOf(at.file),
  );
  if (text !== "") rendering.styles.push(text);
  if (!isFull)
    reportIssue(
      rendering,
      "unsafe",
      "Some of these styles load something or affect more than the page, so the preview ignores them. Readers see them on the published page.",
      at,
    );
  return [];
}

/** Returns the CSS in `dangerouslySetInnerHTML={{ __html: css }}`, which is sanitized like any other style sheet. */
function rawText({ entries }: Dict): string {
  const raw = entries.get("dangerouslySetInnerHTML");
  const text = isDictValue(raw) ? raw.entries.get("__html") : undefined;
  return typeof text === "string" ? text : "";
}
