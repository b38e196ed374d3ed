/** Plain words for what js-yaml says is wrong. */
const words: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/tab characters/, "a tab stands where blanks must"],
  [/indentation/, "the indentation does not fit"],
  [/quoted scalar/, "a quote is not closed"],
  [/flow collection|missed comma/, "a bracket is not closed or a comma is missing"],
  [/escape|hexadecimal/, "a backslash stands before a letter it does not go with"],
  [/non-printable|valid JSON character|null byte/, "a character is no text"],
  [/multiline key|key-value separator/, "a key lacks its colon, or the text behind it needs quotes"],
  [/alias|anchor/, "an anchor or alias is not complete"],
  [/tag/i, "a tag is not known"],
  [/document|stream/, "the line does not belong to what stands above"],
  [/node content/, "a value begins with a character that needs quotes"],
];

/** What an author is told instead of js-yaml's own sentence. */
export function yamlFaultWords(reason: string): string {
  return words.find(([pattern]) => pattern.test(reason))?.[1] ?? "the line cannot be read";
}
