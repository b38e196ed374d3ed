/** Why a text cannot be the value of a header, as the end of a sentence; undefined where it can (RFC 9110, section 5.5). */
export function headerFault(value: string): string | undefined {
  if (/[\r\n]/.test(value)) return "has a line break, which ends a header. Remove it.";
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(value)) return "has an invisible control character. Remove it.";
  if (/[^\0-\xff]/.test(value))
    return "has characters that headers cannot carry. Use Latin letters, or encode it as the API asks for.";
  return undefined;
}

/** Whether a text can be the name of a header or cookie (RFC 9110, section 5.6.2). */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}
