import type { BaseFunction, BlockStatement, Expression, Function as FunctionNode, Pattern } from "estree-jsx";
import { removePlaceholders } from "../source/placeholders.ts";
import { evaluateExpression } from "./evaluate.ts";
import { EvaluationError, errorAt, spanOf, limitExceeded } from "./fault.ts";
import { type Fuel, limits } from "./fuel.ts";
import { innerScope, type Machine } from "./machine.ts";
import { bindPattern } from "./patterns.ts";
import { executeBlock, executeStatement } from "./statements.ts";
import { type Closure, dict, isDictValue, isObjectValue, propPlaceholder, type Value } from "./values.ts";

/**
 * Creates an interpreter that runs until the fuel is used up. It supports a fixed set of operations and never passes
 * code of the site to JavaScript.
 */
export function makeMachine(fuel: Fuel, variables: ReadonlyMap<string, string>): Machine {
  const machine: Machine = {
    fuel,
    isInteractive: false,
    text: (written) => removePlaceholders(written, variables),
    evaluate: (node, scope) => evaluateExpression(node, scope, machine),
    execute: (node, scope) => executeStatement(node, scope, machine),
    call: (callee, args) => call(callee, args, machine),
    callComponent: (type, props) => {
      if (type.kind !== "snippet") return call(type, [props], machine);
      return elementOf(type, props);
    },
    bind: (pattern, value, scope, how) => {
      bindPattern(pattern, value, scope, how, machine);
    },
    closure: (node: BaseFunction, scope, name) => ({
      kind: "closure",
      name,
      node: node as FunctionNode,
      scope,
    }),
    noteInteractive: () => {
      machine.isInteractive = true;
    },
  };
  return machine;
}

function elementOf(type: Extract<Value, { kind: "snippet" }>, props: ReturnType<typeof dict>): Value {
  const at = { file: type.place.file, range: { start: 0, end: 0 }, lines: [0, 0] as const };
  return { kind: "element", type, name: type.name, props, at, place: type.place };
}

function call(callee: Value, args: readonly Value[], machine: Machine): Value {
  if (isObjectValue(callee)) {
    if (callee.kind === "native") return callee.run(args, machine);
    if (callee.kind === "closure") return callClosure(callee, args, machine);
    if (callee.kind === "snippet") return elementOf(callee, isDictValue(args[0]) ? args[0] : dict());
    if (callee.kind === "missing") {
      if (callee.fault) throw callee.fault;
      return callee.placeholder === undefined ? callee : propPlaceholder(`${callee.name}(…)`);
    }
  }
  throw new EvaluationError(
    "fails",
    "This code calls something that isn't a function, so readers see an error. Pass a function.",
  );
}

function callClosure({ node, scope: outer, name }: Closure, args: readonly Value[], machine: Machine): Value {
  if (node.async || node.generator)
    throw errorAt(
      "not-static",
      "The preview doesn't evaluate asynchronous functions. Use the result instead, or check the published page.",
      node,
      outer.place,
    );
  const { fuel } = machine;
  if (fuel.depth >= limits.depth)
    throw new EvaluationError("too-much", limitExceeded, {
      ...spanOf(node, outer.place),
      file: outer.place.file,
    });
  fuel.depth++;
  try {
    const scope = innerScope(outer);
    // A named function can refer to itself by name.
    if (node.type === "FunctionExpression" && node.id)
      scope.names.set(name, { value: { kind: "closure", name, node, scope: outer }, isConstant: true });
    bindParameters(node.params, args, scope, machine);
    if (isBlock(node.body)) {
      const end = executeBlock(node.body.body, scope, machine);
      return end?.kind === "return" ? end.value : undefined;
    }
    return machine.evaluate(node.body, scope);
  } finally {
    fuel.depth--;
  }
}

function isBlock(body: BlockStatement | Expression): body is BlockStatement {
  return body.type === "BlockStatement";
}

function bindParameters(
  params: readonly Pattern[],
  args: readonly Value[],
  scope: Parameters<Machine["bind"]>[2],
  machine: Machine,
): void {
  params.forEach((param, i) => {
    if (param.type === "RestElement") machine.bind(param.argument, args.slice(i), scope, "let");
    else machine.bind(param, args[i], scope, "let");
  });
}
