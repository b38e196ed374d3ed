import type { WrittenRedirect } from "../../config/redirect-edits.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { counterpartsOf, translationsOf } from "../../site/navigation/translations.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import type { FileEdit, SitePath, TextEdit } from "../../text/text-edit.ts";
import { wayBack } from "../../text/undo-edits.ts";
import { type MadeMove, takesBack } from "./made-move.ts";
import { movedEntries } from "./moved-entries.ts";
import { type FileMove, movedFiles, type MovedFiles, movedSlugs } from "./moved-files.ts";
import { movedImports } from "./moved-imports.ts";
import { type LeftLink, movedLinks } from "./moved-links.ts";
import { movedRedirects } from "./moved-redirects.ts";
import { movedSettings } from "./moved-settings.ts";
import { movedSpecNames } from "./moved-spec-names.ts";
import { movedSpecRefs } from "./moved-spec-refs.ts";
import { whyNotMoved } from "./new-place.ts";

/** What follows when files move. Edits are of files where they lie before the move. */
export interface MovePlan {
  readonly moves: readonly FileMove[];
  readonly edits: readonly FileEdit[];
  /** Redirects from addresses that pages lose: for the author to agree to. */
  readonly redirects: readonly FileEdit[];
  /** The same in words: `/guides/start` → `/learn/start`. */
  readonly addresses: readonly WrittenRedirect[];
  /** Links that have to be written anew by hand. */
  readonly left: readonly LeftLink[];
}

export type MoveAnswer =
  | { readonly ok: true; readonly plan: MovePlan }
  /** A sentence that says what is in the way and what to do. */
  | { readonly ok: false; readonly reason: string };

/** What of a site is not in it: handed in by whoever can read files. */
export interface MoveSources {
  /** The text of a file, as it is in the editor. */
  readonly textOf?: (file: SitePath) => string | undefined;
  /** Every `$ref` of the specifications that are concerned. */
  readonly specReferences?: readonly SpecReference[];
  /** What earlier moves made of the site, the last one last: going back restores how things were written. */
  readonly earlier?: readonly MadeMove[];
}

const mostMoves = 20_000;

/**
 * What has to be written anew so that navigation, links, imports, settings and redirects lead where they led, when
 * files or folders of a site go elsewhere. Nothing is read or written.
 */
export function planMove(site: Site, moves: readonly FileMove[], sources: MoveSources = {}): MoveAnswer {
  const missing = moves.find(({ from }) => !isThere(site, from));
  if (missing) return { ok: false, reason: `${missing.from} is no file or folder of this site.` };
  const within = moves.find(({ from, to }) => !site.files.has(from) && `${to}/`.startsWith(`${from}/`));
  if (within) return { ok: false, reason: `${within.from} cannot be moved into itself.` };
  const moved = movedFiles(site.files, moves);
  if (moved.size > mostMoves)
    return {
      ok: false,
      reason: `More than ${String(mostMoves)} files would move at once. Move them in parts.`,
    };
  const refusal = whyNotMoved(site, moved);
  if (refusal !== undefined) return { ok: false, reason: refusal };
  return { ok: true, plan: planOf(site, moved, sources) };
}

function isThere({ files }: Site, path: SitePath): boolean {
  if (files.has(path)) return true;
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

function planOf(
  site: Site,
  moved: MovedFiles,
  { textOf = () => undefined, specReferences = [], earlier = [] }: MoveSources,
): MovePlan {
  const links = movedLinks(site, moved);
  const redirects = movedRedirects(site, moved);
  const edits: EditsByFile = new Map();
  for (const part of [
    movedEntries(site, moved),
    links.edits,
    movedImports(site, moved, textOf),
    movedSettings(site, moved),
    movedSpecNames(site, moved),
    movedSpecRefs(specReferences, moved, textOf),
    redirects.followed,
  ])
    for (const [file, own] of part) addEdits(edits, file, own);
  const made = earlier.findLast((one) => takesBack(one, site, moved));
  return {
    moves: [...moved].map(([from, to]) => ({ from, to })),
    edits: fileEdits(made ? wayBack(made.texts, edits, textOf) : edits),
    redirects: fileEdits(redirects.added),
    addresses: redirects.addresses,
    left: links.left,
  };
}

/** Each place once: a value may be a link and a setting at the same time. */
function fileEdits(edits: ReadonlyMap<SitePath, readonly TextEdit[]>): FileEdit[] {
  return [...edits].map(([file, own]) => {
    const byPlace = new Map<string, TextEdit>();
    for (const edit of own) {
      const key = `${String(edit.range.start)} ${String(edit.range.end)}`;
      if (!byPlace.has(key)) byPlace.set(key, edit);
    }
    const inOrder = [...byPlace.values()].sort((a, b) => a.range.start - b.range.start);
    return { kind: "edit", file, edits: inOrder };
  });
}

/**
 * The same move for the page in other languages and versions: `fr/guides/start` goes where `guides/start` goes, when its
 * address differs from that by a folder alone.
 */
export function counterpartMoves(site: Site, moves: readonly FileMove[]): readonly FileMove[] {
  const moved = movedFiles(site.files, moves);
  const counterparts = counterpartsOf(site.config);
  const { fileOf } = pageSlugsOf(site.files);
  const found = new Map<SitePath, SitePath>();
  for (const [old, now] of movedSlugs(moved))
    for (const other of new Set([...(counterparts.get(old) ?? []), ...translationsOf(site, old)])) {
      const file = fileOf.get(other);
      const to = counterpartSlug(old, now, other);
      if (file === undefined || to === undefined || moved.has(file)) continue;
      found.set(file, to + (/\.mdx?$/.exec(file)?.[0] ?? ".mdx"));
    }
  return [...found].map(([from, to]) => ({ from, to }));
}

/** `fr/learn/start` for `guides/start` → `learn/start` and `fr/guides/start`; both may lie in a folder of their own. */
export function counterpartSlug(old: string, now: string, other: string): string | undefined {
  const [own, theirs, target] = [old.split("/"), other.split("/"), now.split("/")];
  let same = 0;
  while (same < Math.min(own.length, theirs.length) && own.at(-1 - same) === theirs.at(-1 - same)) same++;
  if (same === 0) return undefined;
  const [ownFolder, theirFolder] = [own.slice(0, -same), theirs.slice(0, -same)];
  const stays = ownFolder.every((part, i) => target[i] === part);
  return stays && target.length > ownFolder.length
    ? [...theirFolder, ...target.slice(ownFolder.length)].join("/")
    : undefined;
}
