import { tell, type Building } from "./building.ts";
import type { TypedBody } from "./build-body.ts";
import type { NamedText } from "./built-request.ts";
import { headerFault, isFieldName } from "./header-fault.ts";

/** Worked out from the request when it is sent; one that is written by hand would contradict it. */
const ofTransport: ReadonlySet<string> = new Set([
  "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
]); // prettier-ignore

/**
 * The headers in their order, behind them what is accepted where the person does not say it, the body's type last; such as
 * cannot be sent are told and left out.
 */
export function settleHeaders(
  building: Building,
  body: TypedBody | undefined,
  accept: string | undefined,
): readonly NamedText[] {
  const settled: NamedText[] = [];
  for (const { name = "", value, place } of building.headers) {
    const known = name.toLowerCase();
    if (ofTransport.has(known)) {
      tell(building, place, `\`${name}\` is worked out when the request is sent, so yours is left out.`);
      continue;
    }
    // Of a body the type is chosen beside it; of parts the boundary belongs to it.
    if (known === "content-type" && body) continue;
    const fault = headerFault(value);
    if (!isFieldName(name)) tell(building, place, `\`${name}\` cannot be the name of a header.`, true);
    else if (fault !== undefined) tell(building, place, `\`${name}\` ${fault}`, true);
    else settled.push([name, value.trim()]);
  }
  if (accept !== undefined && !settled.some(([name]) => name.toLowerCase() === "accept"))
    settled.push(["Accept", accept]);
  if (body?.type !== undefined) settled.push(["Content-Type", body.type]);
  return settled;
}
