import { Cookie, CookieJar as ToughJar } from "tough-cookie";
import type { CookieJar } from "./relay.ts";

/** Of one site, so that nobody fills the memory. */
const longest = 8192;
const maxCookies = 500;

/**
 * Cookies that answers set, by RFC 6265 and the list of public suffixes, in memory alone. What is no cookie, or is for
 * somebody else, is passed over.
 */
export function cookieJar(): CookieJar {
  const jar = new ToughJar(undefined, { rejectPublicSuffixes: true, looseMode: false });
  const taken = new Set<string>();
  return {
    cookiesFor: (url) => attempt(() => jar.getCookieStringSync(url)) ?? "",
    take: (url, setCookie) => {
      const cookie = setCookie.length > longest ? undefined : Cookie.parse(setCookie);
      if (!cookie) return;
      const name = JSON.stringify([new URL(url).hostname, cookie.domain, cookie.path, cookie.key]);
      if (taken.size >= maxCookies && !taken.has(name)) return;
      if (attempt(() => jar.setCookieSync(cookie, url, { ignoreError: true }))) taken.add(name);
    },
  };
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
