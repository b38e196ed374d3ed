import { listedSlugs } from "../../site/navigation/navigation-pages.ts";
import { isPublished, isSnippet, pageSlugsOf, slugOf } from "../../site/pages/pages.ts";
import { isStaticRoute } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import { fileName, folderOf } from "../../text/site-path.ts";
import { firstCharacters, type SitePath } from "../../text/text-edit.ts";
import type { MovedFiles } from "./moved-files.ts";

/** Names that Windows keeps for devices, with any ending. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Characters that some system refuses in a name, that a URL reads as its own, and invisible ones. */
const forbidden = /[<>:"|?*\\#%\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{d800}-\u{dfff}]/u;
const longestName = 200;
const longestPath = 900;

/** Why these files cannot go where they are meant to, in a sentence that says what to do; undefined when they can. */
export function whyNotMoved(site: Site, moved: MovedFiles): string | undefined {
  const places = new Map<string, SitePath>();
  for (const [from, to] of moved) {
    const refusal = whyNoName(to) ?? whyTaken(site, from, to, moved, places) ?? whyNoPage(site, from, to);
    if (refusal !== undefined) return refusal;
    places.set(to.toLowerCase(), to);
  }
  return undefined;
}

/** A path whose last part is only spaces, dots, or the extension of a page. */
const nameless = /(^|\/)(?!\.\.$)[\s.]*(\.mdx?)?$/i;

/** Returns why a path as an author enters it has no name for a file. */
export function whyNameless(path: string): string | undefined {
  return nameless.test(path)
    ? "The name is missing. Enter a path, for example, guides/first-steps."
    : undefined;
}

/** Returns why no file can have this path: the one check behind F2, the Explorer, new pages, and the command line. */
export function whyNoName(path: SitePath): string | undefined {
  const missing = whyNameless(path);
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
    if (part.length > longestName)
      return `“${firstCharacters(part, 40)}…” is too long for a file name. Choose a shorter one.`;
  }
  return path.length > longestPath ? "The path is too long. Choose a shorter one." : undefined;
}

function nameOf(character: string): string {
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) ? "a character that cannot be seen" : `“${character}”`;
}

export function whyTaken(
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
  const slug = slugOf(to);
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
  return whyUnpublished(site, to);
}

/** Returns why readers could not open a page at this path, although a file can have it. */
export function whyUnpublished(site: Site, file: SitePath): string | undefined {
  if (isSnippet(file))
    return `What lies in ${file.split("/", 1)[0] ?? ""} is a part of other pages and no page itself. Choose another folder.`;
  const slug = slugOf(file) ?? "";
  // Real sites publish pages below /mcp, though the service's search server answers at /mcp itself.
  if (isStaticRoute(slug, () => false) && !/^mcp\/./i.test(slug))
    return `The service itself answers at /${slug}, so readers would not see the page. Choose another name.`;
  return whyLeftOut(site, file);
}

export function whyLeftOut({ isIgnored }: Site, file: SitePath): string | undefined {
  return isIgnored(file)
    ? `${file} is left out by the site's ignore list, so readers would not see it. Choose another place.`
    : undefined;
}
