import { createHash } from "node:crypto";
import type { SentEntry } from "../sent-entry.ts";
import { commentOfAgent, commentOnCode, commentOnPage, oddCommentOf } from "./comments/write-comment.ts";
import { contactOf } from "./contact-of.ts";
import { olderCode } from "./older-code.ts";
import { entriesExpected, shareHelped } from "./quality.ts";
import { randomOf, type Random } from "./random.ts";
import { addressForms, ratedPages, type RatedPage } from "./rated-pages.ts";
import { codeOfPage, type SeenCode } from "./site-code.ts";

export interface DatedEntry {
  /** The time in milliseconds since 1970. */
  readonly at: number;
  readonly entry: SentEntry;
}

const dayLong = 86_400_000;

const pages = ratedPages.map((page) => [page.weight, page] as const);

const sources = [
  [52, "contextual"],
  [24, "thumbs_only"],
  [13, "code_snippet"],
  [11, "agent"],
] as const;

/** Returns the entries of a day, which is counted from 1970. */
export function entriesOfDay(day: number): readonly DatedEntry[] {
  const random = randomOf(`day ${day}`);
  const count = Math.round(entriesExpected(day) * (0.75 + 0.5 * random.next()));
  const entries = Array.from({ length: count }, (_, i): DatedEntry => {
    const at = day * dayLong + Math.floor(timeOfDay(random) * dayLong);
    const id = createHash("sha256").update(`${day}/${i}`).digest("hex").slice(0, 24);
    return { at, entry: entryAt(day, at, id, random) };
  });
  const odd = oddCommentOf(day);
  const first = entries.findIndex(({ entry }) => entry.source === "contextual" && entry.comment !== null);
  return entries.map(({ at, entry }, i) => ({
    at,
    entry: i === first && odd !== undefined ? { ...entry, comment: odd } : entry,
  }));
}

/**
 * Returns a time of day. Most readers are active during working hours in a time zone between Singapore and New York.
 */
function timeOfDay(random: Random): number {
  const bell = (random.next() + random.next() + random.next()) / 3;
  return 0.02 + 0.96 * bell;
}

function entryAt(day: number, at: number, id: string, random: Random): SentEntry {
  const page = random.weighted(pages);
  const path = random.weighted(addressForms)(page.path);
  const isHelped = random.chance(shareHelped(page, day));
  const base = { id, path, createdAt: new Date(at).toISOString(), status: "pending" } as const;
  const source = random.weighted(sources);
  const block = source === "code_snippet" ? codeOn(page, random) : undefined;
  if (block) return { ...base, source: "code_snippet", comment: commentOnCode(isHelped, block, random), ...block };
  if (source === "agent") return { ...base, source, comment: commentOfAgent(page, isHelped, random) };
  if (source === "thumbs_only") return { ...base, source, comment: null };
  // Most satisfied readers leave only a rating. Other readers comment more often.
  const comment = random.chance(isHelped ? 0.26 : 0.62) ? commentOnPage(page, isHelped, random) : null;
  const contact = comment !== null && random.chance(0.3) ? contactOf(random) : null;
  return { ...base, source: "contextual", comment, helpful: isHelped, contact };
}

const blocks = new Map<string, readonly SeenCode[]>();

/**
 * Returns one of the page's code blocks in its current form or an earlier one. For a page that is generated from a
 * specification, returns its request.
 */
function codeOn({ file, path }: RatedPage, random: Random): SeenCode | undefined {
  if (file === undefined) return path.includes("/api") ? requestCode(path) : undefined;
  const all = blocks.get(file) ?? codeOfPage(file);
  blocks.set(file, all);
  if (all.length === 0) return undefined;
  const block = random.pick(all);
  return random.chance(0.25) ? olderCode(block, random) : block;
}

/** Returns the request that the service shows next to an operation. The request isn't in any file. */
function requestCode(path: string): SeenCode {
  const name = path.split("/").at(-1) ?? "";
  const code = `curl --request GET \\\n  --url https://api.berthline.example/v2/${name} \\\n  --header 'Authorization: Bearer <token>'`;
  return { code, filename: "cURL", lang: "bash" };
}
