import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import type { Completion } from "../../server/src/core/features/completion/completion.ts";
import { completeSpec } from "../../server/src/core/features/spec/complete-spec.ts";
import type { SpecCaret } from "../../server/src/core/features/spec/spec-cursor.ts";
import { handleSpecRequest } from "../../server/src/core/features/spec/spec-queries.ts";
import { applyEdits } from "../../server/src/core/text/text-edit.ts";
import { parseFixture } from "./fixture.ts";
import { siteOf } from "./site-of.ts";
import { specFilesOf } from "./spec-files-of.ts";

export interface Offered {
  readonly items: readonly Completion[];
  readonly text: string;
}

/**
 * Returns the completion items at `$0`, which is in the last file in the text. The first specification is the one that
 * contains `$0`.
 */
export function offered(text: string, profile?: ProfileName): Offered {
  const { files, cursor } = parseFixture(text.includes("//- docs.json") ? text : `//- docs.json\n{}\n${text}`);
  assert.ok(cursor, "no cursor in the text");
  const site = siteOf(files, profile);
  const outline = [...site.specs.values()][0];
  const own = files.get(cursor.file) ?? "";
  const others = [...files].filter(([path]) => /\.(json|ya?ml)$/.test(path) && path !== "docs.json");
  const specFiles = specFilesOf(Object.fromEntries(others));
  const [entry = ""] = others.map(([path]) => path);
  assert.ok(outline, "no specification");
  assert.equal(specFiles.entry, entry);
  const { file, offset } = cursor;
  const reads = others.map(([path]) => path).slice(1);
  const question = { about: "caret", file, offset } as const;
  const caret = handleSpecRequest(specFiles, { ...outline, includedFiles: reads }, question, (path) =>
    files.get(path),
  ) as SpecCaret | undefined;
  return { items: caret ? completeSpec(site, cursor.file, own, caret).items : [], text: own };
}

export const labels = (text: string, profile?: ProfileName) => offered(text, profile).items.map(({ label }) => label);

/** Returns the text after the completion item with this label has been accepted. `|` marks the next cursor position. */
export function taken(text: string, label: string, profile?: ProfileName): string {
  const { items, text: own } = offered(text, profile);
  const item = items.find((one) => one.label === label);
  assert.ok(item, `${label} is not among ${items.map((one) => one.label).join(", ")}`);
  const { newText, range } = item.edit;
  const marked = item.caret === undefined ? newText : `${newText.slice(0, item.caret)}|${newText.slice(item.caret)}`;
  return applyEdits(own, [{ range, newText: marked }, ...item.additionalEdits]);
}

/** Returns a specification with these lines in an operation. The lines in `more` come after the paths. */
export const yaml = (operation: string, more = "") => `//- api.yaml
openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /users:
    get:
      summary: List
${operation}
${more}`;
