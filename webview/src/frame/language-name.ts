/** Codes of the service that are not those of the standard. */
const standardCodes: Readonly<Record<string, string>> = {
  cn: "zh-Hans",
  jp: "ja",
  "ja-jp": "ja",
  "fr-ca": "fr-CA",
};

/** A language in its own words: `Deutsch` for `de`; the code where the browser does not know it. */
export function languageName(code: string): string {
  const standard = Object.hasOwn(standardCodes, code) ? (standardCodes[code] ?? code) : code;
  try {
    const name = new Intl.DisplayNames([standard], { type: "language" }).of(standard) ?? code;
    return name.charAt(0).toLocaleUpperCase(standard) + name.slice(1);
  } catch {
    return code;
  }
}
