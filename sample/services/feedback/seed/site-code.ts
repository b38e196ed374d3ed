import { readFileSync } from "node:fs";
import path from "node:path";

/** A block of code as readers of the published page see it. */
export interface SeenCode {
  readonly code: string;
  readonly filename: string | null;
  readonly lang: string | null;
}

const site = path.join(__dirname, "..", "..", "..", "site");

/** The blocks of a page and of the snippets that it imports, in their order; none where there is no such file. */
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

/** `Node.js {8-9}` → `Node.js`. */
function titleIn(meta: string): string | null {
  return meta.replace(/\{[^}]*\}/g, "").trim() || null;
}

/** Without the indentation of the block and marks of the renderer, with the site's variables put in. */
function asSeen(body: string, indent: string): string {
  return body
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .map((line) => line.replace(/ *\/\/ \[!code [^\]]*\]$/, ""))
    .join("\n")
    .replaceAll("{{apiHost}}", "https://api.berthline.example");
}
