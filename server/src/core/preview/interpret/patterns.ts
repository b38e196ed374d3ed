import type { AssignmentExpression, Pattern, UpdateExpression } from "estree-jsx";
import { createErrorAt, EvaluationError, formatErrorMessage, addErrorLocation } from "./evaluation-error.ts";
import { checkListLimit } from "./fuel.ts";
import type { BindingKind, Machine, Scope } from "./machine.ts";
import { getMember, getMemberName, setMember } from "./members.ts";
import { evaluateBinary, evaluateLogical, toNumber } from "./operators.ts";
import { createDict, isDictValue, isObjectValue, type Value } from "./values.ts";

/** Assigns values to the names of a pattern. */
export function bindPattern(
  pattern: Pattern,
  value: Value,
  scope: Scope,
  bindingKind: BindingKind,
  machine: Machine,
): void {
  switch (pattern.type) {
    case "Identifier":
      bindName(pattern, value, scope, bindingKind);
      return;
    case "AssignmentPattern":
      machine.bind(
        pattern.left,
        value === undefined ? machine.evaluate(pattern.right, scope) : value,
        scope,
        bindingKind,
      );
      return;
    case "ArrayPattern": {
      const list = toList(value, machine);
      pattern.elements.forEach((element, i) => {
        if (element?.type === "RestElement") machine.bind(element.argument, list.slice(i), scope, bindingKind);
        else if (element) machine.bind(element, list[i], scope, bindingKind);
      });
      return;
    }
    case "ObjectPattern":
      bindMembers(pattern, value, scope, bindingKind, machine);
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
  throw createErrorAt(
    "not-static",
    "The preview doesn't evaluate this kind of assignment. Simplify it.",
    pattern,
    scope.source,
  );
}

function bindName(node: Pattern & { type: "Identifier" }, value: Value, scope: Scope, bindingKind: BindingKind): void {
  if (bindingKind !== "assign") {
    scope.names.set(node.name, { value, isConstant: bindingKind === "const" });
    return;
  }
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const binding = current.names.get(node.name);
    if (!binding) continue;
    if (binding.isConstant)
      throw createErrorAt(
        "fails",
        formatErrorMessage`\`${node.name}\` is a constant but is assigned a new value here, so readers see an error. Declare it with \`let\`.`,
        node,
        scope.source,
      );
    if (binding.isFrozen)
      throw createErrorAt(
        "not-static",
        formatErrorMessage`This code changes \`${node.name}\`, which is shared by the entire page. The preview doesn't evaluate that. Use a variable inside the component.`,
        node,
        scope.source,
      );
    binding.value = value;
    return;
  }
  throw createErrorAt(
    "unknown-name",
    formatErrorMessage`\`${node.name}\` is assigned a value but never declared, so readers see an error. Declare it with \`let\`.`,
    node,
    scope.source,
  );
}

function bindMembers(
  pattern: Pattern & { type: "ObjectPattern" },
  value: Value,
  scope: Scope,
  bindingKind: BindingKind,
  machine: Machine,
): void {
  if (value === undefined || value === null)
    throw createErrorAt(
      "fails",
      "This code destructures `undefined` or `null`, so readers see an error. Use an object, or add a default with `= {}`.",
      pattern,
      scope.source,
    );
  const boundKeys = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      const otherMembers = createDict();
      if (isDictValue(value))
        for (const [key, member] of value.entries) if (!boundKeys.has(key)) otherMembers.entries.set(key, member);
      machine.bind(property.argument, otherMembers, scope, bindingKind);
      continue;
    }
    const { key } = property;
    const name = getMemberName(
      !property.computed && key.type === "Identifier" ? key.name : machine.evaluate(key, scope),
    );
    boundKeys.add(name);
    machine.bind(property.value, getMember(value, name, ""), scope, bindingKind);
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
    if (value.error) throw value.error;
    return [];
  }
  throw new EvaluationError(
    "fails",
    "This code iterates over something that isn't an array, so readers see an error. Use an array, or `[]` if there are no items.",
  );
}

/** Evaluates an assignment such as `a = b` or `a += b`. */
export function evaluateAssignment(node: AssignmentExpression, scope: Scope, machine: Machine): Value {
  const { left, operator, right } = node;
  if (operator === "=") {
    const value = machine.evaluate(right, scope);
    addErrorLocation(node, scope, () => {
      machine.bind(left, value, scope, "assign");
    });
    return value;
  }
  if (left.type !== "Identifier" && left.type !== "MemberExpression")
    throw createErrorAt("fails", "This can't be assigned a value. Use a variable name.", node, scope.source);
  const previousValue = machine.evaluate(left, scope);
  const binaryOperator = operator.slice(0, -1);
  const value =
    binaryOperator === "&&" || binaryOperator === "||" || binaryOperator === "??"
      ? evaluateLogical(binaryOperator, previousValue, () => machine.evaluate(right, scope))
      : addErrorLocation(node, scope, () =>
          evaluateBinary(
            binaryOperator as Parameters<typeof evaluateBinary>[0],
            previousValue,
            machine.evaluate(right, scope),
            machine,
          ),
        );
  machine.bind(left, value, scope, "assign");
  return value;
}

/** Evaluates an update such as `a++`. */
export function evaluateUpdate(node: UpdateExpression, scope: Scope, machine: Machine): Value {
  const oldValue = toNumber(machine.evaluate(node.argument, scope));
  const newValue = node.operator === "++" ? oldValue + 1 : oldValue - 1;
  if (node.argument.type === "Identifier" || node.argument.type === "MemberExpression")
    machine.bind(node.argument, newValue, scope, "assign");
  return node.prefix ? newValue : oldValue;
}
