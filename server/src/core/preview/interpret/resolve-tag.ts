import { lookUp, type Scope } from "./scope.ts";
import { isObject, type ElementValue } from "./value.ts";

/**
 * What the name of a tag stands for: a component of the page when it has one of that name, else the name itself. A lower
 * case letter in front means an element of HTML, as in JSX.
 */
export function resolveTag(name: string, scope: Scope): ElementValue["type"] {
  if (name === "" || name === "Fragment" || name === "React.Fragment") return undefined;
  const [first = "", ...members] = name.split(".");
  if (members.length === 0 && /^[a-z]/.test(first)) return name;
  let value = lookUp(scope, first)?.value;
  for (const member of members)
    value =
      isObject(value) && value.kind === "dict"
        ? value.entries.get(member)
        : isObject(value) && value.kind === "missing"
          ? value
          : undefined;
  if (typeof value === "string") return value;
  if (!isObject(value)) return name;
  switch (value.kind) {
    case "closure":
    case "native":
    case "snippet":
    case "missing":
      return value;
    default:
      return name;
  }
}
