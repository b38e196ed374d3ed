import type { Random } from "./random.ts";

const names = ["a.okafor", "lena.brandt", "k.tanaka", "m.rossi", "dana", "ops", "jiri.novak", "s.lindqvist", "priya.n"];
const places = ["tidewater-tools.example", "norvik.example", "harbour-it.example", "example.org", "quayside.example"];

/** Returns an email address that doesn't belong to anyone, because its domain can't be registered. */
export function contactOf(random: Random): string {
  return `${random.pick(names)}@${random.pick(places)}`;
}
