import type { PageSource } from "../../core/preview/page-source.ts";
import type { SourceChange } from "./preview-protocol.ts";

/** What to tell a thread that knows `before`: everything when it knows nothing. */
export function sourceChange(before: PageSource | undefined, now: PageSource): SourceChange {
  if (!before) return now;
  const files = new Map([...now.files].filter(([path, text]) => before.files.get(path) !== text));
  return {
    path: now.path,
    ...(now.text !== before.text && { text: now.text }),
    ...(files.size > 0 && { files }),
    ...(now.facts !== before.facts && { facts: now.facts }),
    ...(now.audience !== before.audience && { audience: now.audience }),
    ...(now.endpoint !== before.endpoint && { endpoint: now.endpoint ?? null }),
    ...(now.head !== before.head && { head: now.head ?? null }),
  };
}

/** The other way round; undefined when the change leaves something open. */
export function withSourceChange(
  before: PageSource | undefined,
  changed: SourceChange,
): PageSource | undefined {
  const { path, text = before?.text, facts = before?.facts, audience = before?.audience } = changed;
  if (text === undefined || !facts || !audience) return undefined;
  const files = changed.files ? new Map([...(before?.files ?? []), ...changed.files]) : before?.files;
  const endpoint = changed.endpoint === undefined ? before?.endpoint : (changed.endpoint ?? undefined);
  const head = changed.head === undefined ? before?.head : (changed.head ?? undefined);
  return {
    path,
    text,
    files: files ?? new Map(),
    facts,
    audience,
    ...(endpoint && { endpoint }),
    ...(head && { head }),
  };
}
