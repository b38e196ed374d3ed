const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:", "sms:", "ftp:"]);

/**
 * The address if following it can do nothing but navigate: relative, or of a scheme that is known; `undefined` for
 * `javascript:`, `data:`, `vbscript:`, `file:`, `command:` and whatever else there may be. Browsers skip white space and
 * control characters before and in a scheme, so these do not count.
 */
export function safeLink(address: unknown): string | undefined {
  if (typeof address !== "string") return undefined;
  const shown = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const scheme = /^[^/?#:\\]*:/.exec(shown)?.[0].toLowerCase();
  if (scheme !== undefined && !schemes.has(scheme)) return undefined;
  return address.trim();
}

/** An address on the web, of another site than the one that is shown. */
export function isExternal(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address.trim());
}
