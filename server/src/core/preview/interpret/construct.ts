import type { NewExpression } from "estree-jsx";
import { CodeFault } from "./fault.ts";
import { now } from "./globals.ts";
import { checkList } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { toNumber, toText } from "./operators.ts";
import { listOf } from "./patterns.ts";
import { lookUp, type Scope } from "./scope.ts";
import { dict, isObject, type Value } from "./value.ts";

/** `new Date("2024-05-01")`, `new Array(3)`, `new Set(list)`, `new Error("…")`: what a page may make. */
export function construct(node: NewExpression, scope: Scope, machine: Machine): Value {
  const name = node.callee.type === "Identifier" && !lookUp(scope, node.callee.name) ? node.callee.name : "";
  const args = node.arguments.flatMap((each): readonly Value[] =>
    each.type === "SpreadElement"
      ? listOf(machine.evaluate(each.argument, scope), machine)
      : [machine.evaluate(each, scope)],
  );
  const [first] = args;
  switch (name) {
    case "Date":
      return { kind: "moment", time: timeOf(args) };
    case "Error":
    case "TypeError":
    case "RangeError":
      return dict([
        ["message", toText(first ?? "")],
        ["name", name],
      ]);
    case "RegExp":
      return isObject(first) && first.kind === "matcher"
        ? first
        : { kind: "matcher", source: toText(first ?? ""), flags: toText(args[1] ?? "") };
    case "Array": {
      if (args.length !== 1 || typeof first !== "number") return args;
      checkList(machine.fuel, Math.abs(first));
      return Array.from({ length: Math.abs(Math.trunc(first)) || 0 }, () => undefined);
    }
    case "Set":
      // Only to go through it: a list in which nothing comes twice.
      return first == null ? [] : [...new Set(listOf(first, machine))];
    case "Object":
      return dict();
  }
  throw new CodeFault(
    "not-static",
    "What `new` makes here is not worked out by the preview. Write the value itself, or look at the published page.",
  );
}

function timeOf(args: readonly Value[]): number {
  const [first] = args;
  if (args.length === 0) throw now();
  if (args.length > 1) {
    const [year = 0, month = 0, day = 1, hours = 0, minutes = 0, seconds = 0] = args.map(toNumber);
    return Date.UTC(year, month, day, hours, minutes, seconds);
  }
  if (typeof first === "number") return first;
  if (isObject(first) && first.kind === "moment") return first.time;
  const text = toText(first);
  // Without a time zone it would mean the one of whoever looks at it.
  return Date.parse(/\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text}Z` : text);
}
