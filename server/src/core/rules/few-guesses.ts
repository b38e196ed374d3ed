/** What was meant by a name, asked for by `guess` or known already. */
export type Guesser<Found = string> = (name: string, guess: () => Found | undefined) => Found | undefined;

/** Each guess compares a name with hundreds; nobody mends more names than this at once. */
const mostGuessed = 200;

/**
 * Asks for what was meant by a name: once for each, and for no more than the first few hundred of them. Made anew for
 * each check of a subject, so that what is said of a file never depends on which other files were looked at before.
 */
export function fewGuesses<Found = string>(): Guesser<Found> {
  const known = new Map<string, Found | undefined>();
  return (name, guess) => {
    if (known.has(name) || known.size >= mostGuessed) return known.get(name);
    const found = guess();
    known.set(name, found);
    return found;
  };
}
