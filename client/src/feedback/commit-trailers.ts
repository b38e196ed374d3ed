const trailerLine = /^[A-Za-z][A-Za-z0-9-]*: \S/;

/** Whether an entry can be named in a commit: by the service's own id, on one line. */
export function isNameable(id: string): boolean {
  return /^[\w][\w.:-]{0,127}$/.test(id);
}

/** The message of a commit with a line `Feedback: ID` for each that it does not name yet, where git looks for trailers. */
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
  // The first paragraph is the subject, also when it looks like a trailer: “Docs: say more”.
  const goesOn = paragraphs.length > 1 && last.every((line) => trailerLine.test(line));
  return `${text}${goesOn ? "\n" : "\n\n"}${lines.join("\n")}`;
}
