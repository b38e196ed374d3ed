const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago that is, in at most five characters: `5 min`, `3 h`, `12 d`, `7 w`, `14 mo`, `3 y`. */
export function feedbackAge(at: number | undefined, now: number): string {
  if (at === undefined) return "?";
  const past = now - at;
  // Clocks differ by minutes; what lies further ahead has a time that cannot be true.
  if (past < -day) return "?";
  if (past < minute) return "now";
  if (past < hour) return `${Math.floor(past / minute)} min`;
  if (past < 2 * day) return `${Math.floor(past / hour)} h`;
  if (past < 30 * day) return `${Math.floor(past / day)} d`;
  if (past < 60 * day) return `${Math.floor(past / (7 * day))} w`;
  if (past < 730 * day) return `${Math.floor(past / (30.44 * day))} mo`;
  return `${Math.min(999, Math.floor(past / (365.25 * day)))} y`;
}
