import { readFence } from "../frontmatter-fence.ts";

/** Behind `=` it is an object of JSX: `style={{color}}`. */
const variable = /(?<!=)\{\{[\w.-]+\}\}/g;
const headingId = /^([ \t>]*#{1,6}[ \t][^\r\n]*?)\{#[^\s{}]+\}(?=[ \t]*$)/gm;

/**
 * The page as the MDX parser is given it, at equal length so that places stay true: frontmatter is gone, and what the
 * service replaces beforehand (`{{variable}}`, the `{#id}` of a heading; research/docsjson.md §3) is plain text.
 */
export function neutralText(text: string): string {
  const { bodyStart } = readFence(text);
  const body = text.slice(bodyStart);
  return (
    blanked(text.slice(0, bodyStart)) +
    body
      .replace(variable, (found) => "x".repeat(found.length))
      .replace(headingId, (found, before: string) => before + "x".repeat(found.length - before.length))
  );
}

/** The same lines with nothing on them. A byte order mark becomes a line end: the parser would not count it. */
function blanked(text: string): string {
  return text.replace(/\ufeff/, "\n").replace(/[^\r\n]/g, " ");
}
