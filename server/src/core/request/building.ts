import { fillText, fillValue, type Variables } from "./fill-variables.ts";
import type { RequestProblem } from "./built-request.ts";
import { isTooLarge } from "./is-too-large.ts";
import { percentEncode, type PercentSet } from "./percent-encode.ts";
import { mapBetweenSecrets } from "./secret-marks.ts";

/** A request while it is being built: what has been found out so far. */
export interface Building {
  readonly variables: Variables;
  readonly problems: RequestProblem[];
  /** Encoded; a piece without a `name` stands as it is. */
  readonly query: Field[];
  readonly headers: Field[];
  readonly cookies: Field[];
}

export interface Field {
  readonly name: string | undefined;
  readonly value: string;
  /** What problems about it are told of. */
  readonly place: string;
}

const mostProblems = 200;

/** Tells what is wrong at a place, each sentence once. */
export function tell({ problems }: Building, place: string, text: string, stops = false): void {
  const isKnown = problems.some((each) => each.place === place && each.text === text);
  if (!isKnown && (stops || problems.length < mostProblems)) problems.push({ place, text, stops });
}

/** What a credential sends takes the place of what a parameter of the same name does. */
export function putInPlace(fields: Field[], field: Field, isSame: (name: string) => boolean): void {
  for (let at = fields.length - 1; at >= 0; at--) {
    const name = fields[at]?.name;
    if (name !== undefined && isSame(name)) fields.splice(at, 1);
  }
  fields.push(field);
}

export function filledText(building: Building, place: string, text: string): string {
  return fillText(text, building.variables, (name) => tellUnknownVariable(building, place, name));
}

/** Undefined, and told, where there is too much of it. */
export function filledValue(building: Building, place: string, value: unknown): unknown {
  if (isTooLarge(value)) {
    tell(
      building,
      place,
      "This has more than 10,000 members or lies over 60 levels deep. Send less of it.",
      true,
    );
    return undefined;
  }
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
