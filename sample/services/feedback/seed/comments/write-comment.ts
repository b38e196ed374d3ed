import type { RatedPage } from "../rated-pages.ts";
import type { Random } from "../random.ts";
import type { SeenCode } from "../site-code.ts";
import { agentComments, codeComments } from "./agent-comments.ts";
import { longComment, oddComments, otherLanguages } from "./other-comments.ts";
import { english, german, topics } from "./topics.ts";

/** What somebody writes on this day (since 1970) that is no usual comment; undefined on most. In 180 days each comes up. */
export function oddCommentOf(day: number): string | undefined {
  if (day % 100 === 60) return longComment;
  return day % 4 === 0 ? oddComments[(day / 4) % oddComments.length] : undefined;
}

/** What a reader writes about a page. */
export function commentOnPage({ topic, path }: RatedPage, isHelped: boolean, random: Random): string {
  const side = isHelped ? "helps" : "lacks";
  if (random.chance(0.06)) return random.pick(otherLanguages[side]);
  const frame = path.startsWith("/de/") ? german : english;
  return random.pick(frame.before[side]) + random.pick(topics[topic][side]) + random.pick(frame.after[side]);
}

/** What a reader writes about a block of code; null for a thumb alone. */
export function commentOnCode(
  isHelped: boolean,
  { lang, filename }: SeenCode,
  random: Random,
): string | null {
  const side = isHelped ? "helps" : "lacks";
  if (random.chance(isHelped ? 0.5 : 0.12)) return null;
  const isCommand = lang === "bash" || lang === "http";
  const text = random.pick(codeComments[side].filter((each) => !isCommand || !/compile|import/.test(each)));
  const name = isCommand ? "command" : (filename ?? lang ?? "code");
  return text.replace("{lang}", name) + (isHelped ? "" : random.pick(english.after.lacks));
}

/** What an agent reports. */
export function commentOfAgent({ path }: RatedPage, isHelped: boolean, random: Random): string {
  // Agents report what went wrong; that it went well only now and then.
  const side = isHelped && random.chance(0.4) ? "helps" : "lacks";
  return random.pick(agentComments[side]).replaceAll("{page}", path);
}
