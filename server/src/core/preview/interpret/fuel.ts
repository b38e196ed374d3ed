import { EvaluationError, limitExceeded } from "./fault.ts";

/** What a page may cost, counted down. One for each rendering of a page, or of a block when nobody counts the page. */
export interface Fuel {
  /** Steps of the interpreter. */
  steps: number;
  /** Nodes that evaluated code paints. */
  nodes: number;
  /** Calls within calls, snippets and components included. */
  depth: number;
}

export const limits = {
  steps: 200_000,
  nodes: 60_000,
  depth: 60,
  /** Components and snippets within each other. */
  nesting: 20,
  text: 1_000_000,
  list: 20_000,
  file: 1_000_000,
  files: 200,
} as const;

export function createFuel(): Fuel {
  return { steps: limits.steps, nodes: limits.nodes, depth: 0 };
}

export function spend(fuel: Fuel, steps = 1): void {
  fuel.steps -= steps;
  if (fuel.steps < 0) throw new EvaluationError("too-much", limitExceeded);
}

/** Refuses a text or list that grows too long, and counts what making it costs. */
export function checkTextLimit(fuel: Fuel, length: number): void {
  if (length > limits.text) throw new EvaluationError("too-much", limitExceeded);
  spend(fuel, length >> 8);
}

export function checkListLimit(fuel: Fuel, length: number): void {
  if (length > limits.list) throw new EvaluationError("too-much", limitExceeded);
  spend(fuel, length >> 4);
}
