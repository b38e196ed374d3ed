import type { StringCheck } from "../setting-shape.ts";
import { isQuickPattern } from "./is-quick-pattern.ts";

/**
 * What a text must look like, by name. Facts from reference/properties.jsonl. `pattern` says the same for the JSON
 * schema as far as a pattern can.
 */
export interface StringTest {
  readonly passes: (text: string) => boolean;
  readonly pattern?: string;
}

const colourPattern = "^#([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$";
const runsSomething = /^(javascript|vbscript|command):/i;
const downloadable = /\.(svg|exe|zip)$/i;

export const stringChecks: Readonly<Record<StringCheck, StringTest>> = {
  colour: fromPattern(colourPattern),
  url: { passes: (text) => isAbsoluteUrl(text) && !runsSomething.test(text.trim()) },
  "https-url": { passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text), pattern: "^https://" },
  "https-url-without-query": {
    passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text) && !/[?#]/.test(text),
    pattern: "^https://[^?#]+$",
  },
  href: { passes: (text) => /^(\/|#|mailto:)/.test(text) || isAbsoluteUrl(text) },
  "footer-href": { passes: isFooterHref },
  "profile-url": {
    passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text) && !downloadable.test(pathOfUrl(text)),
    pattern: "^https://",
  },
  "without-https": { passes: (text) => !text.startsWith("https://"), pattern: "^(?!https://)" },
  "starts-with-g": fromPattern("^G"),
  "starts-with-phc": fromPattern("^phc_"),
  identifier: { passes: (text) => /^[a-zA-Z0-9_-]+$/.test(text.trim()), pattern: "^\\s*[a-zA-Z0-9_-]+\\s*$" },
  "folder-path": { passes: isFolderPath },
  "icon-name": { passes: (text) => !text.startsWith("fa-"), pattern: "^(?!fa-)" },
  "spec-source": { passes: isSpecSource },
  "base-path": {
    passes: (text) => isBasePath(text),
    pattern: "^/?[^/?#:\\\\\\s]+(/[^/?#:\\\\\\s]+)*/?$|^/?$",
  },
  "site-url": {
    passes: (text) => /^https?:/i.test(text) && isAbsoluteUrl(text) && !/[?#]/.test(text),
    pattern: "^https?://[^?#]+$",
  },
  glob: { passes: isQuickPattern },
};

/** Whether the text is a URL with a scheme, as browsers judge (`URL` itself is no part of this language library). */
export function isAbsoluteUrl(written: string): boolean {
  const text = written.trim().replace(/[\t\n\r]/g, "");
  const scheme = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text);
  if (!scheme) return false;
  const [, name = "", rest = ""] = scheme;
  if (!/^(https?|wss?|ftp)$/i.test(name))
    return name.toLowerCase() === "file" || !/^\/\/[^/?#]*[\s<>^|]/.test(rest);
  const authority = /^[/\\]*([^/\\?#]*)/.exec(rest)?.[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return /^(\[[0-9a-f:.]+\]|[^\s[\]<>^|%:"`{}]+)(:\d{0,5})?$/i.test(host);
}

/**
 * Whether a link would run something, or read the reader's own disk, instead of leading to a page. Judged as browsers
 * do: they drop blanks before the scheme, and tabs and line ends in it.
 */
export function hasUnsafeScheme(written: string): boolean {
  const text = written.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, "");
  return /^(javascript|vbscript|data|file|command):/i.test(text);
}

function fromPattern(pattern: string): StringTest {
  const compiled = new RegExp(pattern);
  return { passes: (text) => compiled.test(text), pattern };
}

function isFooterHref(text: string): boolean {
  if (text.startsWith("#") || text.startsWith("mailto:")) return true;
  if (text.startsWith("/")) return !text.startsWith("//") && !downloadable.test(withoutQuery(text));
  return /^https:/i.test(text) && isAbsoluteUrl(text) && !downloadable.test(pathOfUrl(text));
}

/** `guides/api` below the site's root: no slash at either end, no blanks, no climbing. */
function isFolderPath(text: string): boolean {
  return (
    !/[\s\\?#]/.test(text) &&
    text.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** `/docs`: where the site hangs below its host; slashes at its ends do not count. */
function isBasePath(text: string): boolean {
  const path = text.replace(/^\/|\/$/g, "");
  return path === "" || (isFolderPath(path) && !path.includes(":"));
}

/** A path, or a URL that the service fetches: https only. Other schemes are told of as files outside the site. */
function isSpecSource(text: string): boolean {
  const trimmed = text.trim();
  return !/^https?:\/\//i.test(trimmed) || (/^https:/i.test(trimmed) && isAbsoluteUrl(trimmed));
}

function withoutQuery(text: string): string {
  return /^[^?#]*/.exec(text)?.[0] ?? "";
}

/** Without scheme and host, so that a host ending in `.zip` is no download. */
function pathOfUrl(text: string): string {
  return /^[a-z]+:[/\\]*[^/\\?#]*(.*)$/is.exec(withoutQuery(text))?.[1] ?? "";
}
