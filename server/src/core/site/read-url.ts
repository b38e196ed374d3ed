import { hasUnsafeScheme } from "../config/settings/check-value.ts";

/** What a link is, before anything of the site is looked up. */
export type WrittenUrl =
  /** A place of this site: `/guides/start?tab=2#install`, `./x`, `#install`. */
  | {
      readonly kind: "local";
      /** As written, not decoded: `/guides/start`; empty for `#install`. */
      readonly path: string;
      /** With its `?`, else empty. */
      readonly query: string;
      /** Behind `#`, as written; absent without one. */
      readonly anchor: string | undefined;
    }
  /** `https://example.com/x`, `//example.com`. */
  | { readonly kind: "web"; readonly host: string; readonly rest: string }
  /** `mailto:`, `tel:`, `vscode:` and whatever else opens another program. */
  | { readonly kind: "scheme"; readonly scheme: string }
  /** Runs something, or reads the reader's own disk. */
  | { readonly kind: "unsafe"; readonly scheme: string }
  /** `C:\docs\start.md`. */
  | { readonly kind: "drive" };

/** Nearly every link within a site; the rest of the reading is for the others. */
const ordinary = /^\/(?!\/)[\w/.#?=&-]*$/;

/** Takes a link apart as browsers do: blanks at both ends, tabs and line ends do not count. */
export function readUrl(written: string): WrittenUrl {
  if (ordinary.test(written)) return splitLocal(written);
  const text = written.replace(/[\t\n\r]/g, "").trim();
  if (hasUnsafeScheme(text)) return { kind: "unsafe", scheme: schemeOf(text) };
  const web = /^(?:https?:)?[/\\]{2}([^/\\?#]*)(.*)$/is.exec(text);
  if (web) return { kind: "web", host: (web[1] ?? "").toLowerCase(), rest: web[2] ?? "" };
  const scheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? schemeOf(text) : undefined;
  if (scheme !== undefined) return scheme.length === 1 ? { kind: "drive" } : { kind: "scheme", scheme };
  return splitLocal(text);
}

/** The three parts of `path?query#anchor`. */
export function splitLocal(text: string): Extract<WrittenUrl, { kind: "local" }> {
  const hash = text.indexOf("#");
  const before = hash < 0 ? text : text.slice(0, hash);
  const question = before.indexOf("?");
  return {
    kind: "local",
    path: question < 0 ? before : before.slice(0, question),
    query: question < 0 ? "" : before.slice(question),
    anchor: hash < 0 ? undefined : text.slice(hash + 1),
  };
}

const topLevel = "com|org|net|io|dev|ai|app|co|sh|so|gg|me|xyz|cloud|tech|tools|eu|uk|de|fr|cn|jp";
const address = new RegExp(`^(www\\.)?([a-z0-9-]+\\.)+(${topLevel})([/?#:]|$)`, "i");

/** `example.com/pricing`: an address whose `https://` was forgotten. */
export function lacksProtocol(url: string): boolean {
  return url.length <= 2000 && address.test(url);
}

function schemeOf(text: string): string {
  return text
    .replace(/^[\u0000-\u0020]+/, "")
    .slice(0, 100)
    .split(":", 1)
    .join("")
    .toLowerCase();
}
