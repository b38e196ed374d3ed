import type { RenderedIssue } from "../../core/page/rendered-issue.ts";
import type { ViewIssue } from "../../core/preview/view/page-view.ts";

/** Of what a page could not show that which no rule finds by itself. */
export function renderedIssues(issues: readonly ViewIssue[]): readonly RenderedIssue[] {
  return issues.flatMap(({ kind, ...issue }) => (isNews(kind) ? [{ kind, ...issue }] : []));
}

function isNews(kind: ViewIssue["kind"]): kind is RenderedIssue["kind"] {
  switch (kind) {
    case "not-static":
    case "fails":
    case "too-much":
    case "unsafe":
    case "formula":
      return true;
    default:
      return false;
  }
}
