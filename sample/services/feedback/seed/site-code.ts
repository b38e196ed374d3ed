import { readFileSync } from "node:fs";
import path from "node:path";

/** A code block as readers see it on the published page. */
export interface SeenCode {
  readonly code: string;
  readonly filename: string | null;
  readonly lang: string | null;
}

const site = path.join(__dirname, "..", "..", "..", "site");

/**
 * Returns the code blocks on a page and in the snippets that it imports, in order. Returns an empty list if the file
 * doesn't exist.
 */
export function codeOfPage(file: string): readonly SeenCode[] {
  let text: string;
  try {
    text = readFileSync(path.join(site, file), "utf8");
  } catch {
    return [];
  }
  const imported = [...text.matchAll(/^import \w+ from "\.?(\/snippets\/[^"]+\.mdx)";$/gm)];
  return [...blocksOf(text), ...imported.flatMap(([, from]) => codeOfPage((from ?? "").slice(1)))];
}

function blocksOf(text: string): readonly SeenCode[] {
  const fences = text.matchAll(/^( *)```(\w+)(?: +([^\n]*))?\n([\s\S]*?)\n\1```$/gm);
  return [...fences].flatMap(([, indent = "", lang = "", meta = "", body = ""]) =>
    lang === "mermaid" ? [] : [{ lang, filename: titleIn(meta), code: asSeen(body, indent) }],
  );
}

/** Returns the title in the text after a fence, such as `Node.js` for `Node.js {8-9}`. */
function titleIn(meta: string): string | null {
  return meta.replace(/\{[^}]*\}/g, "").trim() || null;
}

/** Returns the code without the block's indentation and the renderer's markers. The site's variables are replaced. */
function asSeen(body: string, indent: string): string {
  return body
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .map((line) => line.replace(/ *\/\/ \[!code [^\]]*\]$/, ""))
    .join("\n")
    .replaceAll("{{apiHost}}", "https://api.berthline.example");
}
