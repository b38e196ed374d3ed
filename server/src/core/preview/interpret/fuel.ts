import { EvaluationError, limitMessage } from "./evaluation-error.ts";

/** The remaining budget for rendering a page, or a block that is rendered separately. */
export interface Fuel {
  /** The number of steps that the interpreter can still take. */
  steps: number;
  /** The number of nodes that evaluated code can still render. */
  nodes: number;
  /** The current depth of nested calls, including snippets and components. */
  depth: number;
}

export const limits = {
  steps: 200_000,
  nodes: 60_000,
  depth: 60,
  /** The maximum depth of nested components and snippets. */
  nesting: 20,
  text: 1_000_000,
  list: 20_000,
  file: 1_000_000,
  files: 200,
} as const;

export function createFuel(): Fuel {
  return { steps: limits.steps, nodes: limits.nodes, depth: 0 };
}

export function spendSteps(fuel: Fuel, steps = 1): void {
  fuel.steps -= steps;
  if (fuel.steps < 0) throw new EvaluationError("too-much", limitMessage);
}

/** Throws an error if a string is too long. Otherwise, charges the budget for creating the string. */
export function checkTextLimit(fuel: Fuel, length: number): void {
  if (length > limits.text) throw new EvaluationError("too-much", limitMessage);
  spendSteps(fuel, length >> 8);
}

export function checkListLimit(fuel: Fuel, length: number): void {
  if (length > limits.list) throw new EvaluationError("too-much", limitMessage);
  spendSteps(fuel, length >> 4);
}
