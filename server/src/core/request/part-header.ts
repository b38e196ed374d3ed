import { headerFault, isFieldName } from "./header-fault.ts";

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
