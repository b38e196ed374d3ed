import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { editedTexts, type EditedTexts } from "../../text/undo-edits.ts";
import type { MovedFiles } from "./moved-files.ts";
import type { MovePlan } from "./plan-move.ts";

/**
 * What a move made of a site. Going back restores by it what the text alone no longer tells: whether a link was written
 * `/search/index` or `/search`, `./x` or `x`.
 */
export interface MadeMove {
  readonly moved: MovedFiles;
  /** All files of the site, where they lay before. */
  readonly files: ReadonlySet<SitePath>;
  /** But for redirects, which the author may not have agreed to. */
  readonly texts: EditedTexts;
}

export function madeMove(
  site: Site,
  plan: MovePlan,
  textOf: (file: SitePath) => string | undefined,
): MadeMove {
  const moved = new Map(plan.moves.map(({ from, to }) => [from, to]));
  const edits = plan.edits.flatMap((edit) =>
    edit.kind === "edit" ? [[edit.file, edit.edits] as const] : [],
  );
  const texts = editedTexts(edits, textOf, (file) => moved.get(file) ?? file);
  return { moved, files: site.files, texts };
}

/** Whether these files go back where they came from, with no other file come or gone since: an address means what it meant. */
export function takesBack(made: MadeMove, { files }: Pick<Site, "files">, moved: MovedFiles): boolean {
  if (made.moved.size !== moved.size || made.files.size !== files.size) return false;
  for (const [from, to] of made.moved) if (moved.get(to) !== from) return false;
  for (const file of made.files) if (!files.has(made.moved.get(file) ?? file)) return false;
  return true;
}
