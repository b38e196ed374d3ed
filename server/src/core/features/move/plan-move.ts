import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { WrittenRedirect } from "../../config/redirect-edits.ts";
import { listedSlugs } from "../../site/navigation/navigation-pages.ts";
import { counterpartsOf, findTranslations } from "../../site/navigation/translations.ts";
import { isPublished, isSnippet, pageSlugsOf, getPageSlug } from "../../site/pages/pages.ts";
import { isStaticRoute } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import { fileName, folderOf } from "../../text/site-path.ts";
import { type FileEdit, firstCharacters, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import { getUndoEdits } from "../../text/undo-edits.ts";
import {
  type FileMove,
  type RemainingLink,
  type MovedFiles,
  movedFiles,
  movedLinks,
  movedSlugs,
} from "./moved-links.ts";
import { movedRedirects } from "./moved-redirects.ts";
import {
  movedEntries,
  movedImports,
  movedSettings,
  movedSpecNames,
  movedSpecRefs,
} from "./moved-references.ts";
import { type MoveRecord, isUndoOf } from "./undo-move.ts";

/** Names that Windows keeps for devices, with any ending. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Characters that some system refuses in a name, that a URL reads as its own, and invisible ones. */
const forbidden = /[<>:"|?*\\#%\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{d800}-\u{dfff}]/u;
const maxNameLength = 200;
const maxPathLength = 900;

/** Why these files cannot go where they are meant to, in a sentence that says what to do; undefined when they can. */
export function findMoveProblem(site: Site, moved: MovedFiles): string | undefined {
  const places = new Map<string, SitePath>();
  for (const [from, to] of moved) {
    const refusal =
      findNameConflict(to) ??
      findExistingFileProblem(site, from, to, moved, places) ??
      whyNoPage(site, from, to);
    if (refusal !== undefined) return refusal;
    places.set(to.toLowerCase(), to);
  }
  return undefined;
}

/** A path whose last part is only spaces, dots, or the extension of a page. */
const nameless = /(^|\/)(?!\.\.$)[\s.]*(\.mdx?)?$/i;

/** Returns why a path as an author enters it has no name for a file. */
export function findMissingNameProblem(path: string): string | undefined {
  return nameless.test(path)
    ? "The name is missing. Enter a path, for example, guides/first-steps."
    : undefined;
}

/** Returns why no file can have this path: the one check behind F2, the Explorer, new pages, and the command line. */
export function findNameConflict(path: SitePath): string | undefined {
  const missing = findMissingNameProblem(path);
  if (missing !== undefined) return missing;
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return `“${path}” names no file of the site. Give a path below the folder of docs.json.`;
  for (const part of parts) {
    const character = forbidden.exec(part)?.[0];
    if (character !== undefined)
      return `“${part}” holds ${nameOf(character)}, which addresses or some systems do not allow. Choose a name without it.`;
    if (/^\s|[\s.]$/.test(part))
      return `“${part}” begins with a blank or ends with a blank or dot, which Windows drops. Choose a name without it.`;
    if (deviceName.test(part))
      return `“${part}” is a name that Windows keeps for a device. Choose another name.`;
    if (part.length > maxNameLength)
      return `“${firstCharacters(part, 40)}…” is too long for a file name. Choose a shorter one.`;
  }
  return path.length > maxPathLength ? "The path is too long. Choose a shorter one." : undefined;
}

function nameOf(character: string): string {
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) ? "a character that cannot be seen" : `“${character}”`;
}

export function findExistingFileProblem(
  site: Site,
  from: SitePath,
  to: SitePath,
  moved: MovedFiles,
  places: ReadonlyMap<string, SitePath>,
): string | undefined {
  const same = places.get(to.toLowerCase());
  if (same !== undefined) return `Two files would become ${same}. Move them to different places.`;
  const isThere = site.files.has(to) && !moved.has(to);
  if (isThere && to !== from) return `${to} is there already. Choose another name, or move that file first.`;
  const spelled = otherSpelling(site, to);
  if (spelled !== undefined && spelled !== from && !moved.has(spelled))
    return `${spelled} is there already and differs by letter case alone, which many systems do not tell apart. Choose another name.`;
  const slug = getPageSlug(to);
  const rival = slug === undefined ? undefined : pageSlugsOf(site.files).fileOf.get(slug);
  if (rival !== undefined && rival !== from && rival !== to && !moved.has(rival))
    return `${rival} has the address /${slug ?? ""} already. Choose another name.`;
  return undefined;
}

function otherSpelling({ files }: Site, to: SitePath): SitePath | undefined {
  const lower = to.toLowerCase();
  const folder = folderOf(to);
  for (const file of files)
    if (file.length === to.length && file !== to && file.toLowerCase() === lower) return file;
  // A folder in another spelling is the same folder on many systems, and two on others.
  for (const file of files) {
    const other = file.slice(0, folder.length);
    if (
      folder !== "" &&
      file[folder.length] === "/" &&
      other !== folder &&
      other.toLowerCase() === folder.toLowerCase()
    )
      return other;
  }
  return undefined;
}

/** A page that would be none any more loses its readers. */
function whyNoPage(site: Site, from: SitePath, to: SitePath): string | undefined {
  if (fileName(from) === "docs.json" || fileName(to) === "docs.json")
    return "docs.json makes the folder that it lies in a site. Move the folder instead.";
  if (!isPublished(site.pages, from)) return undefined;
  if (from === "index.mdx" && to !== from && !listedSlugs(site.config).exact.has("index"))
    return "Readers find index at the root of the site though no navigation lists it. List it first, so that it stays on a menu.";
  if (!/\.mdx?$/.test(to)) return `${to} would be no page any more. Keep the ending .mdx.`;
  if (isSnippet(to))
    return `What lies in ${to.split("/", 1)[0] ?? ""} is a part of other pages and no page itself. Take the page out of the navigation first.`;
  return findUnpublishedProblem(site, to);
}

/** Returns why readers could not open a page at this path, although a file can have it. */
export function findUnpublishedProblem(site: Site, file: SitePath): string | undefined {
  if (isSnippet(file))
    return `What lies in ${file.split("/", 1)[0] ?? ""} is a part of other pages and no page itself. Choose another folder.`;
  const slug = getPageSlug(file) ?? "";
  // Real sites publish pages below /mcp, though the service's search server answers at /mcp itself.
  if (isStaticRoute(slug, () => false) && !/^mcp\/./i.test(slug))
    return `The service itself answers at /${slug}, so readers would not see the page. Choose another name.`;
  return findIgnoredProblem(site, file);
}

export function findIgnoredProblem({ isIgnored }: Site, file: SitePath): string | undefined {
  return isIgnored(file)
    ? `${file} is left out by the site's ignore list, so readers would not see it. Choose another place.`
    : undefined;
}

/** What follows when files move. Edits are of files where they lie before the move. */
export interface MovePlan {
  readonly moves: readonly FileMove[];
  readonly edits: readonly FileEdit[];
  /** Redirects from addresses that pages lose: for the author to agree to. */
  readonly redirects: readonly FileEdit[];
  /** The same in words: `/guides/start` → `/learn/start`. */
  readonly addresses: readonly WrittenRedirect[];
  /** Links that have to be written anew by hand. */
  readonly left: readonly RemainingLink[];
}

export type MovePlanResult =
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
  readonly earlier?: readonly MoveRecord[];
}

const maxMoves = 20_000;

/**
 * What has to be written anew so that navigation, links, imports, settings and redirects lead where they led, when
 * files or folders of a site go elsewhere. Nothing is read or written.
 */
export function planMove(site: Site, moves: readonly FileMove[], sources: MoveSources = {}): MovePlanResult {
  const missing = moves.find(({ from }) => !isThere(site, from));
  if (missing) return { ok: false, reason: `${missing.from} is no file or folder of this site.` };
  const within = moves.find(({ from, to }) => !site.files.has(from) && `${to}/`.startsWith(`${from}/`));
  if (within) return { ok: false, reason: `${within.from} cannot be moved into itself.` };
  const moved = movedFiles(site.files, moves);
  if (moved.size > maxMoves)
    return {
      ok: false,
      reason: `More than ${String(maxMoves)} files would move at once. Move them in parts.`,
    };
  const refusal = findMoveProblem(site, moved);
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
  const made = earlier.findLast((one) => isUndoOf(one, site, moved));
  return {
    moves: [...moved].map(([from, to]) => ({ from, to })),
    edits: fileEdits(made ? getUndoEdits(made.texts, edits, textOf) : edits),
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
    for (const other of new Set([...(counterparts.get(old) ?? []), ...findTranslations(site, old)])) {
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

/** The edits of a plan that a smaller plan needs as well, and those that only come with the rest. */
export function splitPlan(all: MovePlan, own: MovePlan): readonly [FileEdit[], FileEdit[]] {
  if (all === own) return [[...own.edits], []];
  const keyOf = (file: string, edit: { range: { start: number }; newText: string }) =>
    `${String(edit.range.start)} ${file} ${edit.newText}`;
  const known = new Set(
    own.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits.map((one) => keyOf(edit.file, one)) : [])),
  );
  const pick = (isOwn: boolean) =>
    all.edits.flatMap((edit): FileEdit[] => {
      if (edit.kind !== "edit") return isOwn ? [edit] : [];
      const edits = edit.edits.filter((one) => known.has(keyOf(edit.file, one)) === isOwn);
      return edits.length > 0 ? [{ ...edit, edits }] : [];
    });
  return [pick(true), pick(false)];
}
