const most = 100;
const largest = 8_000_000;

/** A function of a text that keeps its latest answers: the same files are read again with every keystroke in a page. */
export function remembered<Detail, Answer>(
  work: (text: string, detail: Detail) => Answer,
): (text: string, detail: Detail) => Answer {
  const known = new Map<string, Map<Detail, Answer>>();
  let size = 0;
  return (text, detail) => {
    const answers = known.get(text) ?? new Map<Detail, Answer>();
    // The one used last goes to the end.
    if (known.delete(text)) size -= text.length;
    const answer = answers.has(detail) ? (answers.get(detail) as Answer) : work(text, detail);
    answers.set(detail, answer);
    known.set(text, answers);
    size += text.length;
    for (const oldest of known.keys()) {
      if (known.size <= most && size <= largest) break;
      known.delete(oldest);
      size -= oldest.length;
    }
    return answer;
  };
}
