import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { SourceChange } from "./preview-protocol.ts";

/** What to tell a thread that knows `before`: everything when it knows nothing. */
export function sourceChange(before: PageSource | undefined, now: PageSource): SourceChange {
  if (!before) return now;
  const files = new Map([...now.files].filter(([path, text]) => before.files.get(path) !== text));
  const gone = [...before.files.keys()].filter((path) => !now.files.has(path));
  return {
    path: now.path,
    ...(gone.length > 0 && { gone }),
    ...(now.text !== before.text && { text: now.text }),
    ...(files.size > 0 && { files }),
    ...(now.facts !== before.facts && { facts: now.facts }),
    ...(now.audience !== before.audience && { audience: now.audience }),
    ...(now.codeTheme !== before.codeTheme && { codeTheme: now.codeTheme ?? null }),
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
  const files = filesAfter(before?.files, changed);
  const endpoint = changed.endpoint === undefined ? before?.endpoint : (changed.endpoint ?? undefined);
  const codeTheme = changed.codeTheme === undefined ? before?.codeTheme : (changed.codeTheme ?? undefined);
  const head = changed.head === undefined ? before?.head : (changed.head ?? undefined);
  return {
    path,
    text,
    files,
    facts,
    audience,
    ...(codeTheme && { codeTheme }),
    ...(endpoint && { endpoint }),
    ...(head && { head }),
  };
}

/** The same value where nothing of it is another. */
function filesAfter(
  before: PageSource["files"] | undefined,
  { files, gone }: SourceChange,
): PageSource["files"] {
  if (before && !files && !gone) return before;
  const after = new Map([...(before ?? []), ...(files ?? [])]);
  for (const path of gone ?? []) after.delete(path);
  return after;
}
