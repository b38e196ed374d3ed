/** A link or redirect that is reported as broken. */
export interface BrokenLink {
  /** The page with the link, or `docs.json` for redirects and for links in the navigation. */
  readonly file: string;
  /** The link as written, or the destination of a redirect, without escapes and percent-encoding. */
  readonly url: string;
}

/** The recorded output of `mint broken-links` for one site. */
export interface Answer {
  readonly links: readonly BrokenLink[];
  /** The reason why `mint` stopped before it checked any links, such as a syntax error. Undefined if it didn't stop. */
  readonly aborted: string | undefined;
}

/**
 * Reads the output of `mint broken-links`: the path of a page, followed by the page's links, each of them after `⎿`.
 */
export function readAnswer(text: string): Answer {
  const links: BrokenLink[] = [];
  let file = "";
  for (const line of text.split("\n").map((one) => one.trim())) {
    const [, content] = /^⎿\s+(.*)$/.exec(line) ?? [];
    if (content !== undefined) links.push({ file, url: toPlainUrl(content.split(" → ").at(-1) ?? "") });
    else if (/\.(mdx?|json)$/.test(line)) file = line;
  }
  const isComplete = /found \d+ broken links?|no broken links found/.test(text);
  const reason = /^\s*error\s+(.*)$/m.exec(text)?.[1] ?? "it printed no answer";
  return { links, aborted: isComplete ? undefined : reason };
}

/**
 * Converts a link that Docwright reports as written to the form that `mint` prints: decoded, and without Markdown
 * escapes.
 */
export function toPlainUrl(writtenUrl: string): string {
  const url = writtenUrl
    .trim()
    .replace(/&amp;/g, "&")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
