const longestMessage = 200;
/** How long a value may be; the first with which the message is short enough is taken, else the last. */
const valueLengths = [80, 60, 40, 30, 20, 12];

/**
 * A message for the author with values of the site in it: what nobody sees in them, and what could turn text round, is
 * made visible, and long ones are shortened until the message has at most 200 characters.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const shown = values.map((value) => visible(String(value).slice(0, 1000)));
  let message = "";
  for (const length of valueLengths) {
    message = parts.map((part, i) => part + shortened(shown[i] ?? "", length)).join("");
    if (message.length <= longestMessage) break;
  }
  return message;
}

function visible(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

function shortened(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
