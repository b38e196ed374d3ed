import type { AssignmentExpression, Pattern, UpdateExpression } from "estree-jsx";
import { errorAt, EvaluationError, formatFault, located } from "./evaluation-error.ts";
import { checkListLimit } from "./fuel.ts";
import type { Binder, Machine, Scope } from "./machine.ts";
import { getMember, memberName, setMember } from "./members.ts";
import { binary, logical, toNumber } from "./operators.ts";
import { dict, isDictValue, isObjectValue, type Value } from "./values.ts";

/** Assigns values to the names of a pattern. */
export function bindPattern(
  pattern: Pattern,
  value: Value,
  scope: Scope,
  how: Binder,
  machine: Machine,
): void {
  switch (pattern.type) {
    case "Identifier":
      bindName(pattern, value, scope, how);
      return;
    case "AssignmentPattern":
      machine.bind(
        pattern.left,
        value === undefined ? machine.evaluate(pattern.right, scope) : value,
        scope,
        how,
      );
      return;
    case "ArrayPattern": {
      const list = toList(value, machine);
      pattern.elements.forEach((element, i) => {
        if (element?.type === "RestElement") machine.bind(element.argument, list.slice(i), scope, how);
        else if (element) machine.bind(element, list[i], scope, how);
      });
      return;
    }
    case "ObjectPattern":
      bindMembers(pattern, value, scope, how, machine);
      return;
    case "MemberExpression": {
      if (pattern.object.type === "Super" || pattern.property.type === "PrivateIdentifier") break;
      const target = machine.evaluate(pattern.object, scope);
      const key =
        pattern.computed || pattern.property.type !== "Identifier"
          ? machine.evaluate(pattern.property, scope)
          : pattern.property.name;
      setMember(target, key, value);
      return;
    }
    case "RestElement":
      break;
  }
  throw errorAt(
    "not-static",
    "The preview doesn't evaluate this kind of assignment. Simplify it.",
    pattern,
    scope.place,
  );
}

function bindName(node: Pattern & { type: "Identifier" }, value: Value, scope: Scope, how: Binder): void {
  if (how !== "assign") {
    scope.names.set(node.name, { value, isConstant: how === "const" });
    return;
  }
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    const known = each.names.get(node.name);
    if (!known) continue;
    if (known.isConstant)
      throw errorAt(
        "fails",
        formatFault`\`${node.name}\` is a constant but is assigned a new value here, so readers see an error. Declare it with \`let\`.`,
        node,
        scope.place,
      );
    if (known.isFrozen)
      throw errorAt(
        "not-static",
        formatFault`This code changes \`${node.name}\`, which is shared by the entire page. The preview doesn't evaluate that. Use a variable inside the component.`,
        node,
        scope.place,
      );
    known.value = value;
    return;
  }
  throw errorAt(
    "unknown-name",
    formatFault`\`${node.name}\` is assigned a value but never declared, so readers see an error. Declare it with \`let\`.`,
    node,
    scope.place,
  );
}

function bindMembers(
  pattern: Pattern & { type: "ObjectPattern" },
  value: Value,
  scope: Scope,
  how: Binder,
  machine: Machine,
): void {
  if (value === undefined || value === null)
    throw errorAt(
      "fails",
      "This code destructures `undefined` or `null`, so readers see an error. Use an object, or add a default with `= {}`.",
      pattern,
      scope.place,
    );
  const taken = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      const rest = dict();
      if (isDictValue(value))
        for (const [key, member] of value.entries) if (!taken.has(key)) rest.entries.set(key, member);
      machine.bind(property.argument, rest, scope, how);
      continue;
    }
    const { key } = property;
    const name = memberName(
      !property.computed && key.type === "Identifier" ? key.name : machine.evaluate(key, scope),
    );
    taken.add(name);
    machine.bind(property.value, getMember(value, name, ""), scope, how);
  }
}

/** Returns the items that `[...value]`, `[a, b] = value`, and `for (const x of value)` iterate over. */
export function toList(value: Value, machine: Machine): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") {
    checkListLimit(machine.fuel, value.length);
    return Array.from(value);
  }
  if (isObjectValue(value) && value.kind === "missing") {
    if (value.fault) throw value.fault;
    return [];
  }
  throw new EvaluationError(
    "fails",
    "This code iterates over something that isn't an array, so readers see an error. Use an array, or `[]` if there are no items.",
  );
}

/** Evaluates an assignment such as `a = b` or `a += b`. */
export function assign(node: AssignmentExpression, scope: Scope, machine: Machine): Value {
  const { left, operator, right } = node;
  if (operator === "=") {
    const value = machine.evaluate(right, scope);
    located(node, scope, () => {
      machine.bind(left, value, scope, "assign");
    });
    return value;
  }
  if (left.type !== "Identifier" && left.type !== "MemberExpression")
    throw errorAt("fails", "This can't be assigned a value. Use a variable name.", node, scope.place);
  const before = machine.evaluate(left, scope);
  const bare = operator.slice(0, -1);
  const value =
    bare === "&&" || bare === "||" || bare === "??"
      ? logical(bare, before, () => machine.evaluate(right, scope))
      : located(node, scope, () =>
          binary(bare as Parameters<typeof binary>[0], before, machine.evaluate(right, scope), machine),
        );
  machine.bind(left, value, scope, "assign");
  return value;
}

/** Evaluates an update such as `a++`. */
export function update(node: UpdateExpression, scope: Scope, machine: Machine): Value {
  const before = toNumber(machine.evaluate(node.argument, scope));
  const after = node.operator === "++" ? before + 1 : before - 1;
  if (node.argument.type === "Identifier" || node.argument.type === "MemberExpression")
    machine.bind(node.argument, after, scope, "assign");
  return node.prefix ? after : before;
}
