import { tell, type Building } from "./building.ts";
import type { NamedText } from "./built-request.ts";
import { isFieldName } from "./header-fault.ts";

/** The cookies in their order; such as cannot be sent are told and left out (RFC 6265, section 4.2.1, blanks let pass). */
export function settleCookies(building: Building): readonly NamedText[] {
  const settled: NamedText[] = [];
  for (const { name = "", value, place } of building.cookies) {
    if (!isFieldName(name)) tell(building, place, `\`${name}\` cannot be the name of a cookie.`, true);
    else if (/[^ -~]|;/.test(value))
      tell(
        building,
        place,
        `\`${name}\` has a character that cookies cannot carry. Encode it, or remove it.`,
        true,
      );
    else settled.push([name, value]);
  }
  return settled;
}
