import type { RatedPage } from "../rated-pages.ts";
import type { Random } from "../random.ts";
import type { SeenCode } from "../site-code.ts";
import { agentComments, codeComments } from "./agent-comments.ts";
import { longComment, oddComments, otherLanguages } from "./other-comments.ts";
import { english, german, topics } from "./topics.ts";

/**
 * Returns the unusual comment of a day (counted from 1970), or `undefined` on most days. Each comment occurs once in
 * 180 days.
 */
export function oddCommentOf(day: number): string | undefined {
  if (day % 100 === 60) return longComment;
  return day % 4 === 0 ? oddComments[(day / 4) % oddComments.length] : undefined;
}

/** Creates a reader's comment on a page. */
export function commentOnPage({ topic, path }: RatedPage, isHelped: boolean, random: Random): string {
  const side = isHelped ? "helps" : "lacks";
  if (random.chance(0.06)) return random.pick(otherLanguages[side]);
  const frame = path.startsWith("/de/") ? german : english;
  return random.pick(frame.before[side]) + random.pick(topics[topic][side]) + random.pick(frame.after[side]);
}

/** Creates a reader's comment on a code block, or returns null for a rating without a comment. */
export function commentOnCode(isHelped: boolean, { lang, filename }: SeenCode, random: Random): string | null {
  const side = isHelped ? "helps" : "lacks";
  if (random.chance(isHelped ? 0.5 : 0.12)) return null;
  const isCommand = lang === "bash" || lang === "http";
  const text = random.pick(codeComments[side].filter((each) => !isCommand || !/compile|import/.test(each)));
  const name = isCommand ? "command" : (filename ?? lang ?? "code");
  return text.replace("{lang}", name) + (isHelped ? "" : random.pick(english.after.lacks));
}

/** Creates an agent's comment. */
export function commentOfAgent({ path }: RatedPage, isHelped: boolean, random: Random): string {
  // Agents mostly report problems, and only occasionally report that something worked well.
  const side = isHelped && random.chance(0.4) ? "helps" : "lacks";
  return random.pick(agentComments[side]).replaceAll("{page}", path);
}
