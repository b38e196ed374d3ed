import { EvaluationError, formatErrorMessage, limitMessage } from "./evaluation-error.ts";
import { limits, spendSteps } from "./fuel.ts";
import {
  arrayMethods,
  patternMethods,
  type Methods,
  dateMethods,
  numberMethods,
  objectMethods,
  textMethods,
} from "./methods.ts";
import { toText } from "./operators.ts";
import { isObjectValue, createPropPlaceholder, type Value } from "./values.ts";

/** Member names that give access to JavaScript internals. The interpreter blocks them. */
const blockedMembers: ReadonlySet<string> = new Set([
  "__proto__",
  "constructor",
  "prototype",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "caller",
  "callee",
  "arguments",
]);

/** Returns a member's name. Throws an error if the name is blocked. */
export function getMemberName(key: Value): string {
  const name = toText(key);
  if (blockedMembers.has(name))
    throw new EvaluationError(
      "not-static",
      formatErrorMessage`\`${name}\` accesses JavaScript internals, which the preview doesn't allow. Remove it.`,
    );
  return name;
}

/** Returns `target[key]`, which is one of the target's own members or a built-in method that only computes a value. */
export function getMember(target: Value, key: Value, expressionText: string): Value {
  if (target === undefined || target === null) throw createNullishError(target, key, expressionText);
  if (typeof key === "number" && (Array.isArray(target) || typeof target === "string")) return target[key];
  const name = getMemberName(key);
  if (Array.isArray(target)) {
    if (name === "length") return target.length;
    return /^\d+$/.test(name) ? target[Number(name)] : findMethod(target, name, arrayMethods);
  }
  if (typeof target === "string") {
    if (name === "length") return target.length;
    return /^\d+$/.test(name) ? target[Number(name)] : findMethod(target, name, textMethods);
  }
  if (typeof target === "number" || typeof target === "boolean") return findMethod(target, name, numberMethods);
  switch (target.kind) {
    case "dict":
      return target.entries.has(name) ? target.entries.get(name) : findMethod(target, name, objectMethods);
    case "native":
      return target.members?.get(name);
    case "closure":
    case "snippet":
      return name === "name" ? target.name : undefined;
    case "moment":
      return findMethod(target, name, dateMethods);
    case "matcher":
      return name === "source" ? target.source : findMethod(target, name, patternMethods);
    case "element":
      if (name === "props") return target.props;
      return name === "type" ? target.type : name === "key" ? target.props.entries.get("key") : undefined;
    case "content":
      throw new EvaluationError(
        "not-static",
        "This code reads the content between two tags. The preview doesn't evaluate that. Pass the content as a prop instead.",
      );
    case "missing":
      if (target.error) throw target.error;
      return target.placeholder === undefined ? target : createPropPlaceholder(`${target.name}.${name}`);
  }
}

function findMethod<Self extends Value>(self: Self, name: string, methods: Methods<Self>): Value {
  const run = methods.get(name);
  return (
    run && {
      kind: "native",
      name,
      run: (args, machine) => {
        // Charges steps for long arrays and strings, because a method may iterate over them.
        if (typeof self === "string" || Array.isArray(self)) spendSteps(machine.fuel, self.length >> 6);
        return run(self, args, machine);
      },
    }
  );
}

function createNullishError(target: undefined | null, key: Value, expressionText: string): EvaluationError {
  const name = toText(key);
  const description = expressionText === "" ? "the expression before it" : `\`${expressionText.slice(0, 60)}\``;
  return new EvaluationError(
    "fails",
    formatErrorMessage`\`${name}\` is read from ${description}, which has no value here, so readers see an error. Define the value, or use \`?.\` before \`${name}\`.`,
  );
}

/** Sets `target[key] = value` if the interpreter created the target. Otherwise, throws an error. */
export function setMember(target: Value, key: Value, value: Value): void {
  const name = getMemberName(key);
  if (Array.isArray(target) && !Object.isFrozen(target)) {
    const index = name === "length" ? -1 : Number(name);
    if (Number.isInteger(index) && index >= 0 && index <= target.length && index < limits.list) {
      target[index] = value;
      return;
    }
  }
  if (isObjectValue(target) && target.kind === "dict" && !target.isFrozen) {
    if (target.entries.size >= limits.list) throw new EvaluationError("too-much", limitMessage);
    target.entries.set(name, value);
    return;
  }
  // `useRef().current = x` and `Component.displayName = "x"` don't affect what is displayed.
  if (isObjectValue(target) && (target.kind === "closure" || target.kind === "native" || target.kind === "snippet"))
    return;
  throw new EvaluationError(
    "not-static",
    formatErrorMessage`This code changes \`${name}\` of an object that was created elsewhere. The preview doesn't evaluate that. Change a copy instead.`,
  );
}
