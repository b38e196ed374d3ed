import { parse } from "dotenv";

const maxLength = 200_000;
const maxCount = 500;

/**
 * Returns the variables in a `.env` file that the user has selected, in order. Variables that requests can't reference
 * are left out. The process environment doesn't change, and values aren't expanded.
 */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  if (text.length > maxLength) return [];
  return Object.entries(parse(text))
    .filter(([name]) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, maxCount);
}
