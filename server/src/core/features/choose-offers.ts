import type { Offer } from "./completion.ts";

/** More are of no use to a reader and slow down every key. */
const mostOffers = 200;

export interface ChosenOffers {
  readonly offers: readonly Offer[];
  /** False when there were more. */
  readonly isComplete: boolean;
}

/** Those that fit what is typed: what begins so first, then what is likely here (`rank`), then by label. */
export function chooseOffers(offers: readonly Offer[], typed: string): ChosenOffers {
  const contest: Contest<Offer> = {
    lowerLabel: ({ label }) => label.toLowerCase(),
    lowerWords: ({ words }) => words?.toLowerCase() ?? "",
    label: ({ label }) => label,
    rank: ({ rank }) => rank,
  };
  const { best, fitting } = winners(offers, typed, mostOffers, contest);
  return { offers: best.map(({ item }) => item), isComplete: fitting <= mostOffers };
}

/** What decides which of many things are offered. */
export interface Contest<Item> {
  /** The label of its offer, and the other words by which it is found, in lower case. */
  readonly lowerLabel: (item: Item) => string;
  readonly lowerWords: (item: Item) => string;
  readonly label: (item: Item) => string;
  /** Only asked of those that fit well enough to be shown, as it takes longest. */
  readonly rank: (item: Item) => number;
}

/** Enough for some to be left out again, and one more than are shown, so that the list is known to be longer. */
const mostCandidates = mostOffers + 100;

interface Candidate<Item> {
  readonly item: Item;
  readonly rank: number;
}

/** Of thousands of things those that `chooseOffers` may show, were all of them offers, the first first. */
export function candidates<Item>(
  items: readonly Item[],
  typed: string,
  contest: Contest<Item>,
): readonly Candidate<Item>[] {
  return winners(items, typed, mostCandidates, contest).best;
}

const unfit = Number.POSITIVE_INFINITY;
const worseThanAnyRank = 10_000;
const worstFit = 3;

function winners<Item>(
  items: readonly Item[],
  typed: string,
  most: number,
  contest: Contest<Item>,
): { readonly best: readonly Candidate<Item>[]; readonly fitting: number } {
  const { fits, counts } = fitsOf(items, typed.toLowerCase(), contest);
  let worst = 0;
  for (let found = counts[0] ?? 0; found < most && worst < worstFit;) found += counts[++worst] ?? 0;
  const ranks = new Float64Array(items.length);
  const scores = new Float64Array(items.length).fill(unfit);
  for (const [at, item] of items.entries()) {
    const fit = fits[at] ?? 0;
    if (fit > worst) continue;
    ranks[at] = contest.rank(item);
    scores[at] = fit * worseThanAnyRank + (ranks[at] ?? 0);
  }
  return {
    best: best(items, scores, most, contest.label).map(({ item, at }) => ({ item, rank: ranks[at] ?? 0 })),
    fitting: counts.reduce((sum, one) => sum + one, 0),
  };
}

/** How well each fits, from 0 to 3, and how many fit so; one more for what does not. */
function fitsOf<Item>(
  items: readonly Item[],
  wanted: string,
  { lowerLabel, lowerWords }: Contest<Item>,
): { readonly fits: Uint8Array; readonly counts: readonly number[] } {
  const fits = new Uint8Array(items.length);
  if (wanted === "") return { fits, counts: [items.length] };
  const counts = [0, 0, 0, 0];
  for (const [at, item] of items.entries()) {
    const fit = fitOf(lowerLabel(item), lowerWords(item), wanted);
    fits[at] = fit;
    if (fit <= worstFit) counts[fit] = (counts[fit] ?? 0) + 1;
  }
  return { fits, counts };
}

/** The first in order. Thousands may have one score; those are told apart by their labels, few at a time. */
function best<Item>(
  items: readonly Item[],
  scores: Float64Array,
  most: number,
  labelOf: (item: Item) => string,
): readonly Scored<Item>[] {
  const limit = scores.slice().sort()[most - 1] ?? unfit;
  const before = (a: Scored<Item>, b: Scored<Item>) =>
    a.score - b.score || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
  let found: Scored<Item>[] = [];
  let last: Scored<Item> | undefined;
  for (const [at, item] of items.entries()) {
    const score = scores[at] ?? unfit;
    if (score > limit || score === unfit) continue;
    const one = { item, at, score, label: labelOf(item) };
    if (last && before(one, last) >= 0) continue;
    found.push(one);
    if (found.length < 2 * most) continue;
    found = found.sort(before).slice(0, most);
    last = found.at(-1);
  }
  return found.sort(before).slice(0, most);
}

interface Scored<Item> {
  readonly item: Item;
  readonly at: number;
  readonly score: number;
  readonly label: string;
}

/** 0 for the beginning of the label or of its other words, 1 for a word of it or of its other words, 2 for anywhere, 3 when the letters only come in this order, 4 for what does not fit. */
function fitOf(lower: string, more: string, wanted: string): number {
  if (lower.startsWith(wanted) || more.startsWith(wanted)) return 0;
  const at = lower.indexOf(wanted);
  if (at > 0 && isWordStart(lower, at)) return 1;
  const inWords = more.indexOf(wanted);
  if (inWords > 0 && isWordStart(more, inWords)) return 1;
  if (at >= 0 || inWords >= 0) return 2;
  return hasInOrder(lower, wanted) || hasInOrder(more, wanted) ? worstFit : worstFit + 1;
}

function isWordStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  // In lower case, and asked for thousands of labels at once.
  if (code < 0x80) return !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39));
  return !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ");
}

/** Whether the letters come in this order in the text; how well they fit, the editor judges. */
function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
