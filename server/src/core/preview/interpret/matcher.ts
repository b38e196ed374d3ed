import { CodeFault } from "./fault.ts";
import { spend } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import type { Matcher } from "./value.ts";

/** What a regular expression found. */
export interface Found {
  readonly index: number;
  readonly text: string;
  /** The whole first. */
  readonly groups: readonly (string | undefined)[];
}

const longestPattern = 200;
const longestText = 20_000;
/** Patterns that can take exponentially or steeply longer than their text: repeats of repeats, references back, looking around. */
const steep = /\(\?[=!<]|\\[1-9k]|[*+}]\)?[*+{]|\)[*+{]/;

/** Everything that it finds, at most `most`. Only patterns that stay quick are tried. */
export function matchesOf(matcher: Matcher, text: string, machine: Machine, most: number): Found[] {
  const { source, flags } = matcher;
  const unbounded = source.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  const isQuick =
    source.length <= longestPattern &&
    !steep.test(source.replace(/\)[*+?](?![*+{])/g, (end) => (isSimpleRepeat(source) ? "" : end))) &&
    unbounded <= 4;
  if (!isQuick || text.length > longestText || (unbounded > 2 && text.length > 1000))
    throw new CodeFault(
      "not-static",
      "This regular expression could take very long, so the preview does not try it. Make it simpler, or look at the published page.",
    );
  spend(machine.fuel, 1 + (text.length >> 3));
  const pattern = compile(source, flags);
  const found: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    spend(machine.fuel);
    found.push({ index: match.index, text: match[0], groups: [...match] });
    if (found.length >= most) break;
  }
  return found;
}

/** Groups that are repeated hold no repeats themselves: `(?:ab)+`. */
function isSimpleRepeat(source: string): boolean {
  const groups = source.match(/\([^()]*\)[*+]/g) ?? [];
  return groups.every((group) => !/[*+{].*\)[*+]$/.test(group));
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags.replace(/[^imsu]/g, "") + "g");
  } catch {
    throw new CodeFault(
      "fails",
      "This regular expression cannot be read, so readers see an error. Correct it.",
    );
  }
}
