import assert from "node:assert/strict";
import { prepareSiteRename } from "../../server/src/core/features/references/rename-targets.ts";
import { renameSymbol } from "../../server/src/core/features/references/rename.ts";
import { applyEdits } from "../../server/src/core/text/text-edit.ts";
import { formatMessageInEnglish } from "../../server/src/core/text/localized-message.ts";
import { parseFixture } from "./fixture.ts";
import { siteOf } from "./site-of.ts";

/**
 * Renames the symbol at `$0`, and asserts that the files in `after` have the expected text and that all other files are
 * unchanged.
 */
export function renames(before: string, newName: string, after: string): void {
  const { files, cursor } = parseFixture(before);
  const outcome = outcomeOf(before, newName);
  assert.ok(outcome?.ok, "the rename was rejected");
  const expected = parseFixture(after).files;
  for (const [file, text] of files)
    assert.equal(applyEdits(text, outcome.edits.get(file) ?? []), expected.get(file) ?? text, file);
  assert.ok(cursor);
}

function outcomeOf(before: string, newName: string) {
  const { files, cursor } = parseFixture(before);
  const site = siteOf(files);
  const start = cursor && prepareSiteRename(site, cursor.file, cursor.offset, (file) => files.get(file));
  return start && cursor && renameSymbol(site, cursor.file, start, newName, (file) => files.get(file));
}

export function refuses(before: string, newName: string, reason: RegExp): void {
  const outcome = outcomeOf(before, newName);
  assert.ok(outcome && !outcome.ok);
  assert.match(formatMessageInEnglish(outcome.reason), reason);
}
