/** The first and the last row that are in sight. */
export interface SeenRows {
  readonly first: number;
  readonly last: number;
}

/** Rows that are held before and after those in sight, so that a turn of the wheel finds them there. */
const margin = 60;
const most = 160;

/** Which rows to ask for when these are in sight. */
export function rowsAround({ first, last }: SeenRows): { readonly from: number; readonly count: number } {
  const from = Math.max(0, first - margin);
  return { from, count: Math.min(most, Math.max(last, first + 20) + 1 - from + margin) };
}
