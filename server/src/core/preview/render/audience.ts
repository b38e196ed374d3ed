import type { Value } from "../interpret/value.ts";
import type { Audience } from "../page-source.ts";
import { groupsOf } from "./component-props.ts";

/** Whether a part is for this reader; what the value does not say, or says in a way of its own, is for everybody. */
export function isForReader(value: Value, { reader, signedIn, groups }: Audience): boolean {
  switch (value) {
    case "humans":
      return reader === "human";
    case "agents":
      return reader === "agent";
    case "signed-in":
      return signedIn;
    case "signed-out":
      return !signedIn;
  }
  const wanted = groupsOf(value);
  return wanted.length === 0 || (signedIn && wanted.some((group) => groups.includes(group)));
}
