/** Of the platform, the same in Node and in pages; core's own types leave it out with all that a page has. */
declare const URL: {
  canParse: (url: string, base?: string) => boolean;
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
      /** As written, without dot segments; not encoded anew. */
      readonly path: string;
      readonly query: string;
    }
  /** A sentence: what is wrong and what to do. */
  | { readonly ok: false; readonly reason: string };

/** An address of an API that a person or a specification has written. A fragment in it is left away. */
export function readHttpUrl(text: string, base: string | undefined): HttpUrl {
  const fail = (reason: string): HttpUrl => ({ ok: false, reason });
  if (/[\0-\x1f\x7f]/.test(text))
    return fail("The address has a line break or an invisible character. Remove it.");
  if (!URL.canParse(text, base)) return fail(`\`${text}\` is no address that can be asked. Check it.`);
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return fail(`\`${text}\` does not begin with \`http://\` or \`https://\`, so it cannot be asked.`);
  if (url.username !== "" || url.password !== "")
    return fail("The address holds a user name or a password. Fill them in under authorisation.");
  if (/[{}]|%7b|%7d/i.test(url.origin))
    return fail("The host of the address cannot be a variable or a secret. Write it out.");
  const [withQuery = ""] = text.split("#");
  const [before = "", ...query] = withQuery.split("?");
  const hasHost = base === undefined || /^[\\/]{2}/.test(text);
  const own = hasHost ? before.replace(/^[^/\\]*[/\\]{2}[^/\\]*/, "") : undefined;
  // Marks of secrets stand in the path as they are written; the platform would encode them.
  return { ok: true, origin: url.origin, path: own ?? url.pathname, query: query.join("?") };
}
