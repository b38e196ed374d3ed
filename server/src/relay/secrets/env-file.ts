import { parse } from "dotenv";

const maxLength = 200_000;
const maxCount = 500;

/**
 * Returns the variables in a `.env` file that the user has selected, in order. Omits variables whose names can't be
 * used in requests. Doesn't change the process environment or expand values.
 */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  if (text.length > maxLength) return [];
  return Object.entries(parse(text))
    .filter(([name]) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, maxCount);
}
