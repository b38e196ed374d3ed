import { httpMethods } from "../text/media-types.ts";

/** What `api: GET /users` says. */
export type ApiTarget =
  | { readonly kind: "url"; readonly method: string; readonly url: string }
  | { readonly kind: "path"; readonly method: string; readonly path: string }
  | { readonly kind: "malformed"; readonly fault: ApiFault };

export type ApiFault =
  /** `GET`, or nothing at all. */
  | "no-target"
  /** `/users`, `https://x/users`. */
  | "no-method"
  /** `FETCH /users`. */
  | "unknown-method"
  /** `GET /users page`. */
  | "too-many-words"
  /** `GET javascript:x`, `GET //host/x`, `GET users`. */
  | "not-an-address";

const methods: ReadonlySet<string> = new Set(httpMethods);

/**
 * Reads the `api` field of a page: a method and a full URL, or a method and a path, and nothing else. The method may
 * be in any letter case; a URL may hold variables (`https://{host}/users`).
 */
export function readApiTarget(text: string): ApiTarget {
  const words = text.trim().split(/\s+/);
  const [first = "", target, ...rest] = words;
  const malformed = (fault: ApiFault): ApiTarget => ({ kind: "malformed", fault });
  const method = first.toUpperCase();
  if (!methods.has(method)) {
    if (/^(\/|[a-z][a-z0-9+.-]*:)/i.test(first)) return malformed("no-method");
    return malformed(target === undefined ? "no-target" : "unknown-method");
  }
  if (target === undefined) return malformed("no-target");
  if (rest.length > 0) return malformed("too-many-words");
  if (/^https?:\/\/[^/?#]/i.test(target)) return { kind: "url", method, url: target };
  return /^\/(?!\/)/.test(target) ? { kind: "path", method, path: target } : malformed("not-an-address");
}
