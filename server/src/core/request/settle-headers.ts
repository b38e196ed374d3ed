import { tell, type Building } from "./building.ts";
import type { BuiltBodyWithType } from "./build-body.ts";
import type { NamedText } from "./built-request.ts";
import { headerFault, isFieldName } from "./header-fault.ts";

/** Worked out from the request when it is sent; one that is written by hand would contradict it. */
const ofTransport = new Set(["content-length", "transfer-encoding", "connection", "host", "te", "trailer", "upgrade", "expect", "keep-alive"]); // prettier-ignore

/** The headers in their order, with the body's type; such as cannot be sent are told and left out. */
export function settleHeaders(building: Building, body: BuiltBodyWithType | undefined): readonly NamedText[] {
  const settled: NamedText[] = [];
  const given = building.headers;
  const typed = given.findLast(([name]) => name.toLowerCase() === "content-type");
  for (const header of given) {
    const [name, value] = header;
    const known = name.toLowerCase();
    const place = `header ${name}`;
    if (ofTransport.has(known)) {
      tell(building, place, `\`${name}\` is worked out when the request is sent, so yours is left out.`);
      continue;
    }
    if (known === "content-type" && (body || header !== typed)) continue;
    if (known === "authorization" && header !== authorization(given)) {
      tell(building, place, "Two values for `Authorization`; the last one is sent.");
      continue;
    }
    if (!isFieldName(name)) {
      tell(building, place, `\`${name}\` cannot be the name of a header.`, true);
      continue;
    }
    const fault = headerFault(value);
    if (fault === undefined) settled.push(header);
    else tell(building, place, `The header \`${name}\` ${fault}`, true);
  }
  if (body?.type !== undefined) settled.push(["Content-Type", body.type]);
  return settled;
}

/** Credentials come behind parameters, so they win. */
function authorization(headers: readonly NamedText[]): NamedText | undefined {
  return headers.findLast(([name]) => name.toLowerCase() === "authorization");
}
