const trailerLine = /^[A-Za-z][A-Za-z0-9-]*: \S/;

/** Whether an entry can be referenced in a commit: the service's own ID must be valid and on one line. */
export function isNameable(id: string): boolean {
  return /^[\w][\w.:-]{0,127}$/.test(id);
}

/** Returns the IDs in the `Feedback: ID` lines of a commit message, after its subject. */
export function readTrailers(message: string): string[] {
  const [, ...lines] = message.split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, id] = /^Feedback: (\S{1,128})\s*$/.exec(line) ?? [];
    return id !== undefined && isNameable(id) ? [id] : [];
  });
}

/**
 * Adds a line `Feedback: ID` to a commit message for each ID that it doesn't contain yet, at the position where Git
 * looks for trailers.
 */
export function withTrailers(message: string, ids: readonly string[]): string {
  const named = new Set(message.split(/\r?\n/));
  const lines = ids
    .filter(isNameable)
    .map((id) => `Feedback: ${id}`)
    .filter((line) => !named.has(line));
  if (lines.length === 0) return message;
  const text = message.trimEnd();
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/);
  const last = paragraphs.at(-1)?.split(/\r?\n/) ?? [];
  // The first paragraph is the subject, even if it looks like a trailer: “Docs: say more”.
  const goesOn = paragraphs.length > 1 && last.every((line) => trailerLine.test(line));
  return `${text}${goesOn ? "\n" : "\n\n"}${lines.join("\n")}`;
}
