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

/** What a part is called and is made of says these, or they say how a message travels: nothing to be filled in. */
const madeElsewhere =
  /^(?:content-(?:type|disposition|length)|transfer-encoding|connection|keep-alive|host|te|trailers?|upgrade|proxy-.*)$/i;

/**
 * Whether a part can have a header of this name besides those that are made of it. “Content-Type is described separately
 * and SHALL be ignored in this section” (OpenAPI, Encoding Object, `headers`). Of a part without a name nothing else makes
 * its `Content-Disposition`: there “the Encoding Object's `headers` field MUST be used to provide the
 * `Content-Disposition`” (OpenAPI 3.2.0, “Additional Encoding Approaches”).
 */
export function isPartHeader(name: string, isNamed = true): boolean {
  if (!isNamed && /^content-disposition$/i.test(name)) return true;
  return isFieldName(name) && !madeElsewhere.test(name);
}

/** As `headerFault`, for a header of a part: those are MIME's, which are ASCII (RFC 2045, section 1; RFC 5322, 2.2). */
export function partHeaderFault(value: string): string | undefined {
  return headerFault(value.replace(/[\x80-\xff]/g, "\u{ffff}"));
}

/** Of a `contentType` of an Encoding Object (`image/png, image/*`) those that name one type. */
export function concreteTypes(contentType: string | undefined): readonly string[] {
  return listed(contentType).filter((each) => !each.includes("*") && headerFault(each) === undefined);
}

/** Whether a `contentType` leaves nothing to be chosen: it says one type or nothing. */
export function isOneType(contentType: string | undefined): boolean {
  const all = listed(contentType);
  return all.length === 0 || (all.length === 1 && all[0]?.includes("*") === false);
}

/** Whether a part of this type holds fields or parts of its own: it is a form or a multipart document itself. */
export function isNestedType(type: string): boolean {
  return /^\s*multipart\//i.test(type) || isFormType(type);
}

/** Whether it is a form whose fields stand in one text. */
export function isFormType(type: string): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(type);
}

/** The type of a file: its own where the Encoding Object allows it, else the first that this names; empty: not known. */
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
