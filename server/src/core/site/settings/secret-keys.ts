import { type Profile, profiles } from "../../config/settings/profile.ts";
import type { TextRange } from "../../text/text-edit.ts";
import type { SiteSettings } from "./site-settings.ts";

/** A pattern for the service's administrator keys, which are identified by their prefix. */
export interface KeyPattern {
  readonly prefix: string;
  /** The strings after the prefix that identify keys that can be public. */
  readonly safeInfixes: readonly string[];
}

const minSecretLength = 20;
const maxSecretLength = 300;
const maxKeys = 100;

/**
 * Returns the key pattern. `.docwright.json` takes precedence over the profile. Returns undefined if neither defines a
 * prefix. In that case, no keys are reported.
 */
export function getKeyPattern(
  profile: Profile,
  { keyPrefix }: Pick<SiteSettings, "keyPrefix">,
): KeyPattern | undefined {
  if (keyPrefix !== undefined && /^[A-Za-z][\w-]{1,40}$/.test(keyPrefix))
    return { prefix: /[_-]$/.test(keyPrefix) ? keyPrefix : `${keyPrefix}_`, safeInfixes: profile.safeKeyInfixes };
  return profile.keyPrefix === undefined
    ? undefined
    : { prefix: profile.keyPrefix, safeInfixes: profile.safeKeyInfixes };
}

/**
 * Returns the pattern to search for in files. The pattern is the same for all profiles, so files don't have to be
 * searched again when the profile changes.
 */
export function getSearchPattern(settings: Pick<SiteSettings, "keyPrefix">): KeyPattern | undefined {
  return getKeyPattern(profiles.mintlify, settings);
}

/**
 * Finds text that looks like an administrator key: the prefix followed by at least 20 characters that look random.
 * Excludes identifiers and placeholders such as `your_key_here`, `xxxx…`, and `1234…`.
 */
export function findKeys(text: string, { prefix, safeInfixes }: KeyPattern): TextRange[] {
  const ranges: TextRange[] = [];
  for (let start = text.indexOf(prefix); start >= 0 && ranges.length < maxKeys;) {
    const secretStart = start + prefix.length;
    let end = secretStart;
    while (end - secretStart <= maxSecretLength && isKeyCharacter(text.charCodeAt(end))) end++;
    const secret = text.slice(secretStart, end);
    const isKeyStart = start === 0 || !isKeyCharacter(text.charCodeAt(start - 1));
    if (isKeyStart && !safeInfixes.some((other) => secret.startsWith(other)) && isRandomText(secret))
      ranges.push({ start, end });
    start = text.indexOf(prefix, end);
  }
  return ranges;
}

/**
 * Masks the characters in each range, except for the first `shownLength` characters. The length of the text doesn't
 * change.
 */
export function maskKeys(text: string, keys: readonly TextRange[], shownLength = 0): string {
  let maskedText = "";
  let position = 0;
  for (const { start, end } of keys) {
    maskedText += text.slice(position, start + shownLength) + "*".repeat(Math.max(0, end - start - shownLength));
    position = end;
  }
  return maskedText + text.slice(position);
}

/** Whether the character is a letter, a digit, `_`, or `-`. */
function isKeyCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 45
  );
}

const placeholderPattern =
  /your|example|sample|placeholder|secret|token|api[_-]?key|_here|dummy|fake|redact|insert|replace|change|xxx|test[_-]|admin|todo|prefix|value|string|random/i;

function isRandomText(secret: string): boolean {
  if (secret.length < minSecretLength || secret.length > maxSecretLength) return false;
  if (placeholderPattern.test(secret) || isMostlyWords(secret) || hasRegularPattern(secret)) return false;
  return computeBitsPerCharacter(secret) >= 3;
}

/**
 * Whether the text consists mostly of pronounceable words. Such text is probably an identifier, such as
 * `getUserByIdAndName` or `oauth2-redirect-uri`.
 */
function isMostlyWords(secret: string): boolean {
  const words = secret.match(/[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,}(?![a-z])/g) ?? [];
  const letterCount = words.join("").length;
  const symbolCount = secret.replace(/[A-Za-z0-9]/g, "").length;
  return letterCount >= 0.8 * (secret.length - symbolCount) && words.every((word) => /[aeiouy]/i.test(word));
}

/** Whether the text has a regular pattern, such as `aaaa`, `abcde`, `12345`, `a1b2c3d4e5`, or a repetition. */
function hasRegularPattern(secret: string): boolean {
  const parts = [secret, secret.replace(/[^A-Za-z]/g, ""), secret.replace(/\D/g, "")];
  if (parts.some((part) => getLongestSequenceLength(part.toLowerCase()) >= 5) || /(.)\1{3}/.test(secret)) return true;
  for (let period = 1; period <= secret.length / 2; period++) if (secret.startsWith(secret.slice(period))) return true;
  return false;
}

/** Returns the length of the longest ascending or descending alphabetical sequence. */
function getLongestSequenceLength(text: string): number {
  let maxLength = 1;
  for (const step of [1, -1])
    for (let i = 1, length = 1; i < text.length; i++) {
      const isNextInSequence = text.charCodeAt(i) - text.charCodeAt(i - 1) === step;
      length = isNextInSequence ? length + 1 : 1;
      maxLength = Math.max(maxLength, length);
    }
  return maxLength;
}

/**
 * Returns the Shannon entropy per character, in bits. The entropy is about 4 for 20 random characters, 3.4 for 20
 * random hexadecimal digits, and lower for words.
 */
function computeBitsPerCharacter(text: string): number {
  const countsByCharacter = new Map<string, number>();
  for (const character of text) countsByCharacter.set(character, (countsByCharacter.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of countsByCharacter.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
