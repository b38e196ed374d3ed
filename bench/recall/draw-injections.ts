import type { FaultKind, Injection } from "./fault-kind.ts";
import { createRandom } from "./random.ts";
import type { SiteCopy } from "./site-copy.ts";

/** An injection in a run. Its `id` is the same in every run with the same seed and sites. */
export interface Drawn {
  readonly id: string;
  readonly kind: FaultKind;
  readonly site: SiteCopy;
  readonly injection: Injection;
}

/** The number of failed random attempts after which a kind is considered exhausted. */
const attempts = 400;

/** Picks up to `count` different injections of a kind across all sites. */
export function drawInjections(
  kind: FaultKind,
  sites: readonly SiteCopy[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Drawn[] {
  const drawn: Drawn[] = [];
  const places = new Set<string>();
  const random = createRandom(`${seed}/${kind.name}`);
  let order: SiteCopy[] = [];
  for (let tries = 0, failures = 0; drawn.length < count && failures < attempts; tries++) {
    if (order.length === 0) order = random.shuffle(sites);
    const site = order.pop();
    const injection = site && kind.inject(site, random);
    const place = injection && getPlace(site.name, injection);
    if (!site || !injection || place === undefined || places.has(place)) {
      failures++;
      continue;
    }
    places.add(place);
    failures = 0;
    drawn.push({ id: `${seed}/${kind.name}/${drawn.length}`, kind, site, injection });
  }
  return drawn;
}

function getPlace(site: string, { edits, remove = [] }: Injection): string {
  // The inserted text can be very long, but its beginning is sufficient to distinguish edits.
  const shortEdits = edits.map(({ text, ...edit }) => ({ ...edit, text: text.slice(0, 2000) }));
  return JSON.stringify([site, shortEdits, remove]);
}
