/**
 * Returns why a text isn't a valid header value, as the end of a sentence, or undefined if it's valid (RFC 9110,
 * section 5.5).
 */
export function headerFault(value: string): string | undefined {
  if (/[\r\n]/.test(value)) return "contains a line break, which would end the header. Remove it.";
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(value)) return "contains an invisible control character. Remove it.";
  if (/[^\0-\xff]/.test(value))
    return "contains characters that aren't allowed in headers. Use Latin letters, or encode the value as the API requires.";
  return undefined;
}

/** Whether a text is a valid header or cookie name (RFC 9110, section 5.6.2). */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/**
 * Headers that are derived from a part's name and content, or that control the transfer of a message, so they can't be
 * filled in.
 */
const madeElsewhere =
  /^(?:content-(?:type|disposition|length)|transfer-encoding|connection|keep-alive|host|te|trailers?|upgrade|proxy-.*)$/i;

/**
 * Whether a part can have a custom header with this name. “Content-Type is described separately and SHALL be ignored in
 * this section” (OpenAPI, Encoding Object, `headers`). For a part without a name, no `Content-Disposition` is
 * generated: “the Encoding Object's `headers` field MUST be used to provide the `Content-Disposition`” (OpenAPI 3.2.0,
 * “Additional Encoding Approaches”).
 */
export function isPartHeader(name: string, isNamed = true): boolean {
  if (!isNamed && /^content-disposition$/i.test(name)) return true;
  return isFieldName(name) && !madeElsewhere.test(name);
}

/** Same as `headerFault`, for a part's header. MIME headers are ASCII (RFC 2045, section 1; RFC 5322, 2.2). */
export function partHeaderFault(value: string): string | undefined {
  return headerFault(value.replace(/[\x80-\xff]/g, "\u{ffff}"));
}

/** Returns the types in an Encoding Object's `contentType` (`image/png, image/*`) that aren't ranges. */
export function concreteTypes(contentType: string | undefined): readonly string[] {
  return listed(contentType).filter((each) => !each.includes("*") && headerFault(each) === undefined);
}

/** Whether `contentType` leaves no choice because it names one type or none. */
export function isOneType(contentType: string | undefined): boolean {
  const all = listed(contentType);
  return all.length === 0 || (all.length === 1 && all[0]?.includes("*") === false);
}

/** Whether a part of this type contains its own fields or parts, because it's a form or a multipart document. */
export function isNestedType(type: string): boolean {
  return /^\s*multipart\//i.test(type) || isFormType(type);
}

/** Whether the type is a urlencoded form, whose fields are in a single text. */
export function isFormType(type: string): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(type);
}

/**
 * Returns the type of a file: its own type if the Encoding Object allows it, or otherwise the first type in
 * `contentType`. Empty if unknown.
 */
export function fittingType(type: string, contentType: string | undefined): string {
  const allowed = listed(contentType);
  const isAllowed = allowed.length === 0 || allowed.some((each) => covers(each, type));
  if (type !== "" && isAllowed) return type;
  return concreteTypes(contentType)[0] ?? type;
}

function listed(contentType: string | undefined): string[] {
  return (contentType ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function covers(range: string, type: string): boolean {
  const [bare = ""] = type.toLowerCase().split(";");
  const known = range.toLowerCase();
  if (known === "*/*" || known === bare.trim()) return true;
  return known.endsWith("/*") && bare.startsWith(known.slice(0, -1));
}
