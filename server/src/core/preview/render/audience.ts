import type { Value } from "../interpret/value.ts";
import type { Audience } from "../page-source.ts";
import { groupsOf } from "./component-props.ts";

/** Whether a part is for this reader; what the value does not say, or says in a way of its own, is for everybody. */
export function isForReader(value: Value, { reader, signedIn, groups }: Audience): boolean {
  if (value === "humans") return reader === "human";
  if (value === "agents") return reader === "agent";
  if (value === "signed-in") return signedIn;
  if (value === "signed-out") return !signedIn;
  const wanted = groupsOf(value);
  return wanted.length === 0 || (signedIn && wanted.some((group) => groups.includes(group)));
}
