import { parse } from "dotenv";

const maxLength = 200_000;
const maxCount = 500;

/**
 * The variables in a `.env` file that a person has named, in its order; names that no request could ask for are left out.
 * Nothing is put into the system's environment, and nothing in a value is worked out.
 */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  if (text.length > maxLength) return [];
  return Object.entries(parse(text))
    .filter(([name]) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, maxCount);
}
