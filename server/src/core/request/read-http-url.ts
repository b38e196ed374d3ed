/** Of the platform, the same in Node and in pages; core's own types leave it out with all that a page has. */
declare const URL: {
  readonly canParse: (url: string, base?: string) => boolean;
  new (
    url: string,
    base?: string,
  ): { readonly [Part in "protocol" | "origin" | "pathname" | "search" | "username" | "password"]: string };
};

export type HttpUrl =
  | {
      readonly ok: true;
      /** `https://api.example.com:8443`, names of other scripts in ASCII. */
      readonly origin: string;
      /** To be encoded still, where it is not. */
      readonly path: string;
      /** Without its `?`; to be encoded still. */
      readonly query: string;
    }
  /** A sentence: what is wrong and what to do. */
  | { readonly ok: false; readonly reason: string };

/** An address of an API that a person or a specification has written. A fragment in it is left away. */
export function readHttpUrl(text: string, base: string | undefined): HttpUrl {
  const fail = (reason: string): HttpUrl => ({ ok: false, reason });
  if (/[\0-\x1f\x7f]/.test(text))
    return fail("The address has a line break or an invisible character. Remove it.");
  // Readers of URLs have nothing against braces in hosts.
  if (/^[^/?#]*\/\/[^/?#]*[{}]/.test(text))
    return fail("The host of the address cannot be a variable or a secret. Write it out.");
  if (!URL.canParse(text, base)) return fail(`\`${text}\` is no address that can be asked. Check it.`);
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return fail(`\`${text}\` does not begin with \`http://\` or \`https://\`. Write the address in full.`);
  if (url.username !== "" || url.password !== "")
    return fail("The address holds a user name or a password. Fill them in as authorisation instead.");
  const [before = "", ...query] = (text.split("#")[0] ?? "").split("?");
  const path = writtenPath(before) ?? url.pathname;
  return { ok: true, origin: url.origin, path, query: query.join("?") };
}

/** Marks of secrets stand in a path as they are written; the platform would encode them. */
function writtenPath(address: string): string | undefined {
  if (!address.includes("{{secret:")) return undefined;
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\\]*/i, "");
  return path.startsWith("/") || path === "" ? path : undefined;
}
