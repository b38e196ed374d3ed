import type {
  BaseFunction,
  BlockStatement,
  DoWhileStatement,
  Expression,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Function as FunctionNode,
  Pattern,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
  WhileStatement,
} from "estree-jsx";
import { removePlaceholders } from "../source/parse-mdx.ts";
import { evaluateExpression } from "./evaluate.ts";
import { createErrorAt, EvaluationError, formatErrorMessage, limitMessage, getSpan } from "./evaluation-error.ts";
import { type Fuel, limits, spendSteps } from "./fuel.ts";
import { type Completion, createScope, type Machine, type Scope } from "./machine.ts";
import { isTruthy, toText } from "./operators.ts";
import { bindPattern, toList } from "./patterns.ts";
import { type Closure, createDict, isDictValue, isObjectValue, createPropPlaceholder, type Value } from "./values.ts";

/** Executes one statement. Loops and calls use up fuel, so execution always ends. */
function executeStatement(node: Statement, scope: Scope, machine: Machine): Completion | undefined {
  spendSteps(machine.fuel);
  switch (node.type) {
    case "VariableDeclaration":
      declareVariables(node, scope, machine);
      return undefined;
    case "ExpressionStatement":
      machine.evaluate(node.expression, scope);
      return undefined;
    case "ReturnStatement":
      return { kind: "return", value: node.argument ? machine.evaluate(node.argument, scope) : undefined };
    case "IfStatement":
      if (isTruthy(machine.evaluate(node.test, scope))) return machine.execute(node.consequent, scope);
      return node.alternate ? machine.execute(node.alternate, scope) : undefined;
    case "BlockStatement":
      return executeBlock(node.body, createScope(scope), machine);
    case "ForStatement":
    case "ForOfStatement":
    case "ForInStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return executeLoop(node, scope, machine);
    case "SwitchStatement":
      return executeSwitch(node, scope, machine);
    case "BreakStatement":
      return { kind: "break", label: node.label?.name };
    case "ContinueStatement":
      return { kind: "continue", label: node.label?.name };
    case "LabeledStatement": {
      const label = node.label.name;
      const completion = isLoop(node.body)
        ? executeLoop(node.body, scope, machine, label)
        : machine.execute(node.body, scope);
      return completion?.kind === "break" && completion.label === label ? undefined : completion;
    }
    case "ThrowStatement":
      throw createThrownError(machine.evaluate(node.argument, scope), node, scope);
    case "TryStatement":
      return executeTry(node, scope, machine);
    case "FunctionDeclaration":
    case "EmptyStatement":
    case "DebuggerStatement":
      return undefined;
    default:
      throw createErrorAt(
        "not-static",
        "The preview doesn't evaluate this kind of statement. Use a function that returns the content to show.",
        node,
        scope.source,
      );
  }
}

/**
 * Executes the statements of a block in the block's scope. Functions are declared first, because they can be called
 * before their declaration.
 */
function executeBlock(body: readonly Statement[], scope: Scope, machine: Machine): Completion | undefined {
  for (const statement of body)
    if (statement.type === "FunctionDeclaration")
      scope.names.set(statement.id.name, {
        value: machine.createClosure(statement, scope, statement.id.name),
        isConstant: false,
      });
  for (const statement of body) {
    const completion = machine.execute(statement, scope);
    if (completion) return completion;
  }
  return undefined;
}

function declareVariables(node: VariableDeclaration, scope: Scope, machine: Machine): void {
  for (const { id, init } of node.declarations) {
    const value = init ? machine.evaluate(init, scope) : undefined;
    machine.bind(id, toNamedFunction(value, id), scope, node.kind === "const" ? "const" : "let");
  }
}

/** Returns the value or, if it's an anonymous function, a copy with the name of the variable that it's assigned to. */
function toNamedFunction(value: Value, id: { readonly type: string; readonly name?: string }): Value {
  const isUnnamed =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    value.kind === "closure" &&
    value.name === "";
  return isUnnamed && id.name !== undefined ? { ...value, name: id.name } : value;
}

type Loop = ForStatement | ForOfStatement | ForInStatement | WhileStatement | DoWhileStatement;

function isLoop(node: Statement): node is Loop {
  return /^(?:For|While|DoWhile)/.test(node.type);
}

function executeLoop(node: Loop, scope: Scope, machine: Machine, label?: string): Completion | undefined {
  const isTrue = (test: Expression | null | undefined, innerScope: Scope) =>
    !test || isTruthy(machine.evaluate(test, innerScope));
  switch (node.type) {
    case "ForStatement":
      return executeFor(node, scope, machine, isTrue, label);
    case "ForOfStatement":
      return executeForEach(node, toList(machine.evaluate(node.right, scope), machine), scope, machine, label);
    case "ForInStatement":
      return executeForEach(node, getKeys(machine.evaluate(node.right, scope)), scope, machine, label);
    case "WhileStatement":
    case "DoWhileStatement":
      for (
        let iteration = 0;
        (iteration === 0 && node.type === "DoWhileStatement") || isTrue(node.test, scope);
        iteration++
      ) {
        const loopEnd = getLoopEnd(machine.execute(node.body, scope), label);
        if (loopEnd) return loopEnd.completion;
      }
      return undefined;
  }
}

function executeFor(
  node: ForStatement,
  outerScope: Scope,
  machine: Machine,
  isTrue: (test: Expression | null | undefined, scope: Scope) => boolean,
  label: string | undefined,
): Completion | undefined {
  const scope = createScope(outerScope);
  if (node.init?.type === "VariableDeclaration") declareVariables(node.init, scope, machine);
  else if (node.init) machine.evaluate(node.init, scope);
  while (isTrue(node.test, scope)) {
    spendSteps(machine.fuel);
    // Each iteration has its own variables. Functions created in the iteration capture these variables.
    const iterationScope = createScope(scope);
    for (const [name, binding] of scope.names) iterationScope.names.set(name, { ...binding });
    const loopEnd = getLoopEnd(machine.execute(node.body, iterationScope), label);
    if (loopEnd) return loopEnd.completion;
    for (const [name, binding] of iterationScope.names) scope.names.set(name, { ...binding });
    if (node.update) machine.evaluate(node.update, scope);
  }
  return undefined;
}

function executeForEach(
  { left, body }: ForOfStatement | ForInStatement,
  values: readonly Value[],
  outerScope: Scope,
  machine: Machine,
  label: string | undefined,
): Completion | undefined {
  for (const value of values) {
    spendSteps(machine.fuel);
    const scope = createScope(outerScope);
    if (left.type !== "VariableDeclaration") machine.bind(left, value, scope, "assign");
    else if (left.declarations[0])
      machine.bind(left.declarations[0].id, value, scope, left.kind === "const" ? "const" : "let");
    const loopEnd = getLoopEnd(machine.execute(body, scope), label);
    if (loopEnd) return loopEnd.completion;
  }
  return undefined;
}

/**
 * Returns undefined if the loop with this `label` continues. Otherwise, the loop ends, and `completion` is the
 * completion that also ends the surrounding statements, such as `return`, or undefined if they continue.
 */
function getLoopEnd(
  completion: Completion | undefined,
  label: string | undefined,
): { readonly completion: Completion | undefined } | undefined {
  const endsThisLoop =
    completion && completion.kind !== "return" && (completion.label === undefined || completion.label === label);
  if (!completion || (completion.kind === "continue" && endsThisLoop)) return undefined;
  return { completion: endsThisLoop ? undefined : completion };
}

function getKeys(value: Value): Value[] {
  if (isDictValue(value)) return [...value.entries.keys()];
  return Array.isArray(value) ? value.map((_, i) => String(i)) : [];
}

function executeSwitch(node: SwitchStatement, outerScope: Scope, machine: Machine): Completion | undefined {
  const value = machine.evaluate(node.discriminant, outerScope);
  const scope = createScope(outerScope);
  let caseIndex = node.cases.findIndex(({ test }) => test && machine.evaluate(test, scope) === value);
  if (caseIndex < 0) caseIndex = node.cases.findIndex(({ test }) => !test);
  if (caseIndex < 0) return undefined;
  for (const { consequent } of node.cases.slice(caseIndex)) {
    const completion = executeBlock(consequent, scope, machine);
    if (completion) return completion.kind === "break" && completion.label === undefined ? undefined : completion;
  }
  return undefined;
}

function createThrownError(value: Value, node: Statement, scope: Scope): EvaluationError {
  const message = isDictValue(value) ? value.entries.get("message") : value;
  const text = toText(message).slice(0, 80);
  return createErrorAt(
    "fails",
    formatErrorMessage`The code throws an error here (“${text}”), so readers see an error. Fix its cause.`,
    node,
    scope.source,
  );
}

function executeTry(node: TryStatement, scope: Scope, machine: Machine): Completion | undefined {
  const runBlock = (block: BlockStatement, innerScope: Scope) => executeBlock(block.body, innerScope, machine);
  let completion: Completion | undefined;
  try {
    completion = runBlock(node.block, createScope(scope));
  } catch (error) {
    if (!(error instanceof EvaluationError) || error.kind === "too-much" || !node.handler) throw error;
    const innerScope = createScope(scope);
    if (node.handler.param)
      machine.bind(node.handler.param, createDict([["message", error.message]]), innerScope, "let");
    completion = runBlock(node.handler.body, innerScope);
  }
  return (node.finalizer && runBlock(node.finalizer, createScope(scope))) ?? completion;
}

/**
 * Creates an interpreter that stops when its fuel is used up. It supports a fixed set of operations and never passes a
 * site's code to JavaScript.
 */
export function createMachine(fuel: Fuel, variables: ReadonlyMap<string, string>): Machine {
  const machine: Machine = {
    fuel,
    isInteractive: false,
    fillVariables: (rawText) => removePlaceholders(rawText, variables),
    evaluate: (node, scope) => evaluateExpression(node, scope, machine),
    execute: (node, scope) => executeStatement(node, scope, machine),
    call: (callee, args) => callValue(callee, args, machine),
    callComponent: (type, props) => {
      if (type.kind !== "snippet") return callValue(type, [props], machine);
      return createElement(type, props);
    },
    bind: (pattern, value, scope, binding) => {
      bindPattern(pattern, value, scope, binding, machine);
    },
    createClosure: (node: BaseFunction, scope, name) => ({
      kind: "closure",
      name,
      node: node as FunctionNode,
      scope,
    }),
    markInteractive: () => {
      machine.isInteractive = true;
    },
  };
  return machine;
}

function createElement(type: Extract<Value, { kind: "snippet" }>, props: ReturnType<typeof createDict>): Value {
  const location = { file: type.source.file, range: { start: 0, end: 0 }, lines: [0, 0] as const };
  return { kind: "element", type, name: type.name, props, location, source: type.source };
}

function callValue(callee: Value, args: readonly Value[], machine: Machine): Value {
  if (isObjectValue(callee)) {
    if (callee.kind === "native") return callee.run(args, machine);
    if (callee.kind === "closure") return callClosure(callee, args, machine);
    if (callee.kind === "snippet") return createElement(callee, isDictValue(args[0]) ? args[0] : createDict());
    if (callee.kind === "missing") {
      if (callee.error) throw callee.error;
      return callee.placeholder === undefined ? callee : createPropPlaceholder(`${callee.name}(…)`);
    }
  }
  throw new EvaluationError(
    "fails",
    "This code calls something that isn't a function, so readers see an error. Pass a function.",
  );
}

function callClosure({ node, scope: outerScope, name }: Closure, args: readonly Value[], machine: Machine): Value {
  if (node.async || node.generator)
    throw createErrorAt(
      "not-static",
      "The preview doesn't evaluate asynchronous functions. Use the result instead, or check the published page.",
      node,
      outerScope.source,
    );
  const { fuel } = machine;
  if (fuel.depth >= limits.depth)
    throw new EvaluationError("too-much", limitMessage, {
      ...getSpan(node, outerScope.source),
      file: outerScope.source.file,
    });
  fuel.depth++;
  try {
    const scope = createScope(outerScope);
    // A named function can refer to itself by name.
    if (node.type === "FunctionExpression" && node.id)
      scope.names.set(name, { value: { kind: "closure", name, node, scope: outerScope }, isConstant: true });
    bindParameters(node.params, args, scope, machine);
    if (isBlock(node.body)) {
      const completion = executeBlock(node.body.body, scope, machine);
      return completion?.kind === "return" ? completion.value : undefined;
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
