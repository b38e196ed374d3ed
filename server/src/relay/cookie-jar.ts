import { CookieJar as ToughJar } from "tough-cookie";
import type { CookieJar } from "./relay.ts";

/** Of one site, so that nobody fills the memory. */
const longest = 8192;
const most = 500;

/**
 * Cookies that answers set, by RFC 6265 and the list of public suffixes, in memory alone. What is no cookie, or is for
 * somebody else, is passed over.
 */
export function cookieJar(): CookieJar {
  const jar = new ToughJar(undefined, { rejectPublicSuffixes: true, looseMode: false });
  let taken = 0;
  return {
    cookiesFor: (url) => attempt(() => jar.getCookieStringSync(url)) ?? "",
    take: (url, setCookie) => {
      if (setCookie.length > longest || taken >= most) return;
      if (attempt(() => jar.setCookieSync(setCookie, url, { ignoreError: true }))) taken++;
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
