import { parse, type Node } from "acorn";

/** A small change to a program that its tests should detect. */
export interface Fault {
  /** Offsets of the code that is replaced. */
  readonly start: number;
  readonly end: number;
  /** The code with the fault. */
  readonly replacement: string;
  /** Whether the code is a statement, so its value isn't used. */
  readonly isStatement: boolean;
}

const oppositeOperators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "&&": "||",
  "||": "&&",
};

/**
 * Returns the faults that can be injected into the functions in a JavaScript module. Code outside functions is
 * excluded, because it runs once per process instead of once per test file.
 */
export function findFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  const getCode = ({ start, end }: Node): string => text.slice(start, end);
  const visit = (node: Node, isInFunction: boolean): void => {
    const replacement = isInFunction ? getReplacement(node, getCode) : undefined;
    if (replacement !== undefined) {
      const isStatement = node.type === "ExpressionStatement";
      faults.push({ ...(isStatement ? getChild(node, "expression") : node), replacement, isStatement });
    }
    for (const each of listChildren(node)) visit(each, isInFunction || /Function/.test(node.type));
  };
  visit(parse(text, { ecmaVersion: "latest", sourceType: "module" }), false);
  return faults.map(({ start, end, replacement, isStatement }) => ({ start, end, replacement, isStatement }));
}

function getReplacement(node: Node, getCode: (node: Node) => string): string | undefined {
  const { type } = node;
  const { operator, value } = node as Node & { readonly operator?: string; readonly value?: unknown };
  if (type === "Literal" && typeof value === "boolean") return String(!value);
  if (type === "UnaryExpression" && operator === "!") return getCode(getChild(node, "argument"));
  if (type === "ConditionalExpression")
    return `${getCode(getChild(node, "test"))} ? ${getCode(getChild(node, "alternate"))} : ${getCode(getChild(node, "consequent"))}`;
  if (type === "ExpressionStatement")
    return /^(Call|Assignment)Expression$/.test(getChild(node, "expression").type) ? "undefined" : undefined;
  if (type !== "BinaryExpression" && type !== "LogicalExpression") return undefined;
  const opposite = oppositeOperators[operator ?? ""];
  const [left, right] = [getChild(node, "left"), getChild(node, "right")];
  // `+` also concatenates strings.
  if (operator === "+" && !isNumber(left) && !isNumber(right)) return undefined;
  return opposite && `(${getCode(left)}) ${opposite} (${getCode(right)})`;
}

function isNumber(node: Node): boolean {
  return "value" in node && typeof node.value === "number";
}

function getChild(node: Node, name: string): Node {
  return Reflect.get(node, name) as Node;
}

function listChildren(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/**
 * Returns the module with all of these faults, each of which is active only if `docwrightFault(id)` returns true. The
 * faults must not overlap.
 */
export function injectFaults(text: string, faults: readonly (Fault & { readonly id: number })[]): string {
  let result = "";
  let at = 0;
  for (const { id, start, end, replacement, isStatement } of faults.toSorted((a, b) => a.start - b.start)) {
    const original = text.slice(start, end);
    const either = isStatement
      ? `docwrightFault(${id}) || (${original})`
      : `(docwrightFault(${id}) ? (${replacement}) : (${original}))`;
    result += text.slice(at, start) + either;
    at = end;
  }
  return result + text.slice(at);
}
