import { fillText, fillValue, type Variables } from "./fill-variables.ts";
import type { NamedText, RequestProblem } from "./built-request.ts";
import { percentEncode, type PercentSet } from "./percent-encode.ts";
import { mapBetweenSecrets } from "./secret-marks.ts";

/** A request while it is being built: what has been found out so far. */
export interface Building {
  readonly variables: Variables;
  readonly problems: RequestProblem[];
  /** `a=1`, encoded. */
  readonly query: string[];
  readonly headers: NamedText[];
  readonly cookies: NamedText[];
}

/** Tells what is wrong at a place; at most 200 are kept. */
export function tell({ problems }: Building, place: string, text: string, stops = false): void {
  if (problems.length < 200 && !problems.some((each) => each.place === place && each.text === text))
    problems.push({ place, text, stops });
}

export function filledText(building: Building, place: string, text: string): string {
  return fillText(text, building.variables, (name) => tellUnknownVariable(building, place, name));
}

export function filledValue(building: Building, place: string, value: unknown): unknown {
  return fillValue(value, building.variables, (name) => tellUnknownVariable(building, place, name));
}

export function tellUnknownVariable(building: Building, place: string, name: string): void {
  tell(
    building,
    place,
    `\`{{${name}}}\` is no variable of this environment, so it is sent as it is written.`,
  );
}

/** Encoded, but for the marks of secrets, whose values are encoded when they are put in. */
export function encodeMarked(text: string, set: PercentSet): string {
  return mapBetweenSecrets(text, (piece) => percentEncode(piece, set));
}
