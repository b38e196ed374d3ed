import matter from "gray-matter";
import { replaceAt, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getFrontmatter } from "../read-page.ts";
import type { SiteCopy } from "../site-copy.ts";

export interface FrontmatterPage {
  readonly path: string;
  readonly text: string;
  /** The frontmatter with its fences. */
  readonly head: string;
}

/** Picks a visible page that starts with plain frontmatter. */
export function pickFrontmatter(site: SiteCopy, random: Random): FrontmatterPage | undefined {
  const path = random.pick(site.pages);
  const text = path === undefined ? "" : (site.texts.get(path) ?? "");
  const head = text.slice(0, getFrontmatter(text).end);
  return path !== undefined && head.startsWith("---\n") && head.length > 12 ? { path, text, head } : undefined;
}

/** Inserts a line at a random position in the frontmatter. The mark is at `marked`. */
export function insertLine(
  site: SiteCopy,
  random: Random,
  added: string,
  isFault: boolean,
  marked = added,
): Injection | undefined {
  const page = pickFrontmatter(site, random);
  if (!page || /[|>][+-]?\s*\r?$/m.test(page.head)) return undefined;
  const names = [...added.matchAll(/^[\w-]+(?=:)/gm)].map(([name]) => name);
  if (names.some((name) => new RegExp(`^${name}:`, "m").test(page.head))) return undefined;
  const starts = [...page.head.matchAll(/^[A-Za-z][\w-]*:|^---\s*$/gm)]
    .map(({ index }) => index)
    .filter((at) => at > 0);
  const at = random.pick(starts);
  if (at === undefined) return undefined;
  const text = page.head.slice(0, at) + added + "\n" + page.head.slice(at);
  if (isFault !== isBroken(text)) return undefined;
  return { ...replaceAt(page.path, { start: at, end: at }, `${added}\n`, marked), what: added };
}

/** Whether the edited page already refers to an operation. */
export function isAboutApi(site: SiteCopy, { edits: [edit] }: Injection): boolean {
  const text = (edit && site.texts.get(edit.path)) ?? "";
  const head = text.slice(0, getFrontmatter(text).end);
  return /^(api|openapi|asyncapi|openapi-schema|url|graphql|sdk|playground|authMethod):/m.test(head);
}

function isBroken(text: string): boolean {
  try {
    matter(text, {});
    return false;
  } catch {
    return true;
  }
}
