/** Problems by severity. */
export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
}

/** What readers think: thumbs, and comments that still ask for work. */
export interface Rating {
  readonly up: number;
  readonly down: number;
  readonly open: number;
}

export const noProblems: Counts = { error: 0, warning: 0, information: 0, hint: 0 };

/** A group's problems are those of its pages together. */
export function addProblems(a: Counts, b: Counts): Counts {
  return {
    error: a.error + b.error,
    warning: a.warning + b.warning,
    information: a.information + b.information,
    hint: a.hint + b.hint,
  };
}

/** And what readers think of them; undefined where nobody has said anything. */
export function addRatings(a: Rating | undefined, b: Rating | undefined): Rating | undefined {
  return a && b ? { up: a.up + b.up, down: a.down + b.down, open: a.open + b.open } : (a ?? b);
}
