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
  const wanted = typed.toLowerCase();
  const scores = new Float64Array(offers.length).fill(unfit);
  let fitting = 0;
  for (const [at, offer] of offers.entries()) {
    const fit = wanted === "" ? 0 : fitOf(offer, wanted);
    if (fit === undefined) continue;
    scores[at] = fit * worseThanAnyRank + offer.rank;
    fitting++;
  }
  return { offers: best(offers, scores), isComplete: fitting <= mostOffers };
}

const unfit = Number.POSITIVE_INFINITY;
const worseThanAnyRank = 10_000;

/** The first two hundred in order. Of thousands only those that can be among them are compared as objects. */
function best(offers: readonly Offer[], scores: Float64Array): readonly Offer[] {
  const limit = scores.slice().sort()[mostOffers - 1] ?? unfit;
  const scored: { readonly offer: Offer; readonly score: number }[] = [];
  for (const [at, offer] of offers.entries()) {
    const score = scores[at] ?? unfit;
    if (score <= limit && score < unfit) scored.push({ offer, score });
  }
  return scored
    .sort(
      (a, b) =>
        a.score - b.score || (a.offer.label < b.offer.label ? -1 : a.offer.label > b.offer.label ? 1 : 0),
    )
    .slice(0, mostOffers)
    .map(({ offer }) => offer);
}

/** 0 for the beginning of the label or of its last part, 1 for a word of it or of its other words, 2 for anywhere, 3 when the letters only come in this order. */
function fitOf({ label, words }: Offer, wanted: string): number | undefined {
  const lower = label.toLowerCase();
  if (lower.startsWith(wanted)) return 0;
  const more = words?.toLowerCase() ?? "";
  if (more.startsWith(wanted)) return 0;
  const at = lower.indexOf(wanted);
  if (at > 0 && isWordStart(lower, at)) return 1;
  const inWords = more.indexOf(wanted);
  if (inWords > 0 && isWordStart(more, inWords)) return 1;
  if (at >= 0 || inWords >= 0) return 2;
  return hasInOrder(lower, wanted) || hasInOrder(more, wanted) ? 3 : undefined;
}

function isWordStart(text: string, at: number): boolean {
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
