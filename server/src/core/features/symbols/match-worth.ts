export const bestWorth = 10_000;

/**
 * How well a name answers what is typed, whose characters must come in it in their order: 0 when they do not, else more
 * the better, a whole number up to `bestWorth`. Runs of characters and beginnings of words count, short names count more
 * than long ones. `typed` is in lower case, `lower` is the name so.
 */
export function matchWorth(typed: string, name: string, lower = name.toLowerCase()): number {
  if (typed === "") return 1;
  const whole = lower.indexOf(typed);
  if (whole === 0) return lower.length === typed.length ? bestWorth : 5000 - Math.min(1000, name.length);
  if (whole > 0) return (isWordStart(name, whole) ? 3500 : 2500) - Math.min(999, name.length);
  if (typed.length === 1) return 0;
  let worth = 0;
  let run = 0;
  let at = 0;
  for (let i = 0; i < typed.length; i++) {
    const found = lower.indexOf(typed.charAt(i), at);
    if (found < 0) return 0;
    run = found === at && i > 0 ? run + 1 : 1;
    worth += 8 * run + (isWordStart(name, found) ? 20 : 0);
    at = found + 1;
  }
  return Math.max(1, Math.min(1400, worth) - Math.min(100, name.length));
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here] = [name.charCodeAt(at - 1), name.charCodeAt(at)];
  if (before > 127 || here > 127) return isWordStartAnywhere(name, at);
  if (!isLetter(before) && !isDigit(before)) return true;
  return isUpper(here) && !isUpper(before);
}

function isWordStartAnywhere(name: string, at: number): boolean {
  const before = name.charAt(at - 1);
  if (!/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(before)) return true;
  return /\p{Lu}/u.test(name.charAt(at)) && !/\p{Lu}/u.test(before);
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLetter(code: number): boolean {
  return isUpper(code & ~32);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
