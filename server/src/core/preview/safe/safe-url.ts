import { isAbsoluteReference, folderOf, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

const linkSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel", "sms"]);
const pictureData = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|x-icon)[;,]/i;
const mediaData = /^data:(?:audio|video)\/[a-z\d.+-]{1,40}[;,]/i;

/** An address as browsers read it: control characters at its ends, and tabs and line ends anywhere, count for nothing. */
export function asBrowsersRead(address: string): string {
  return address.replace(/[\t\n\r]/g, "").replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
}

/** The address of a link, or undefined when a click would run or open something other than a page. */
export function safeLink(address: string): string | undefined {
  const read = asBrowsersRead(address);
  const scheme = schemeOf(read);
  return scheme === undefined || linkSchemes.has(scheme) ? read : undefined;
}

/** Whether the address is code or a document of its own, and not just that of a program as `vscode:` is. */
export function runsSomething(address: string): boolean {
  return /^(?:javascript|vbscript|livescript|data|blob|command|view-source):/i.test(asBrowsersRead(address));
}

/** An address of something that is loaded: where it lies. */
export type Source =
  /** On the web. */
  | { readonly src: string; readonly host: string }
  /** A file of the site, `/images/logo.png`, or data in the address itself. */
  | { readonly src: string; readonly host?: undefined };

/** The source of a picture, film or sound; undefined when it is none that may be loaded. */
export function safeSource(address: string, from: SitePath): Source | undefined {
  const read = asBrowsersRead(address);
  if (pictureData.test(read) || mediaData.test(read)) return { src: read };
  if (!isAbsoluteReference(read)) {
    const [path, tail] = splitTail(read);
    const resolved = resolveSitePath(path, folderOf(from));
    return resolved.ok && resolved.path !== "" ? { src: `/${resolved.path}${tail}` } : undefined;
  }
  const web = /^(?:https?:)?(?:\/\/|\\\\|\/\\|\\\/)([^/\\?#]+)/i.exec(read);
  const host = web?.[1]?.replace(/^.*@/, "").toLowerCase();
  if (!host) return undefined;
  return { src: /^https?:/i.test(read) ? read : `https:${read}`, host };
}

function splitTail(address: string): [string, string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}

/** What stands before the first colon, unless that belongs to a path: also what only looks like a scheme to a person. */
function schemeOf(address: string): string | undefined {
  return /^([^/\\?#:]*):/.exec(address)?.[1]?.toLowerCase();
}
