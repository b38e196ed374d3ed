import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { writePacked } from "./pack-json.mjs";

const repository = "https://github.com/docwright/docwright/blob/main/docs/";

/**
 * Packs the pages of all rules into one file, which maps each page's name, such as the rule's code, to Markdown. Links
 * between rules stay relative, whereas links to other pages of the documentation become web URLs.
 */
export async function packRulePages(from, to) {
  const files = (await readdir(from, { recursive: true })).filter((file) => file.endsWith(".mdx")).sort();
  const pages = await Promise.all(
    files.map(async (file) => [
      file.replace(/\.mdx$/, ""),
      toMarkdown(await readFile(path.join(from, file), "utf8"), file),
    ]),
  );
  await writePacked(to, "rule-pages.json", JSON.stringify(Object.fromEntries(pages)));
}

function toMarkdown(page, file) {
  const [, frontmatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(page);
  const field = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(frontmatter)[1];
  const description = field("description").replace(/^".*"$/s, (text) => JSON.parse(text));
  // Links in examples are code, so they remain unchanged.
  const parts = body.split(/^(````\w+ .*?^````)$/ms);
  const folder = path.posix.dirname(file);
  const linked = parts.map((part, at) => (at % 2 === 0 ? rewriteLinks(part, folder) : moveTitle(part)));
  return `# ${field("title")}\n\n${description}\n${linked.join("")}`;
}

/** Moves the title of a code block above the block, because code blocks in Markdown don't have titles. */
function moveTitle(block) {
  return block.replace(/^(````\w+) (.*)$/m, "`$2`\n\n$1");
}

function rewriteLinks(text, folder) {
  return text.replace(/\]\((?!https?:)([^)\s#]+)\.mdx(#[^)\s]*)?\)/g, (_, target, anchor = "") => {
    const fromDocs = path.posix.join("rules", folder, target);
    return fromDocs.startsWith("rules/") ? `](${target}.md)` : `](${repository}${fromDocs}.mdx${anchor})`;
  });
}
