import type { BaseFunction, Expression, Identifier, Pattern, Statement } from "estree-jsx";
import { createErrorAt, createReferenceError, formatErrorMessage, type SourcePart } from "./evaluation-error.ts";
import type { Fuel } from "./fuel.ts";
import { globals } from "./globals.ts";
import {
  type Closure,
  type Dict,
  isObjectValue,
  type NativeValue,
  createPropPlaceholder,
  type SnippetValue,
  type Value,
} from "./values.ts";

/**
 * An interpreter that evaluates code node by node. Each part of the interpreter receives this object to evaluate nested
 * nodes.
 */
export interface Machine {
  readonly fuel: Fuel;
  /** Whether the evaluated code is interactive because it keeps state or handles events. */
  isInteractive: boolean;
  /** Returns the text with docs.json variables replaced by their values. */
  readonly fillVariables: (rawText: string) => string;
  readonly evaluate: (node: Expression, scope: Scope) => Value;
  /**
   * Executes a statement. Returns how it ends the surrounding statements, or undefined if execution continues with the
   * next statement.
   */
  readonly execute: (node: Statement, scope: Scope) => Completion | undefined;
  readonly call: (callee: Value, args: readonly Value[]) => Value;
  readonly callComponent: (type: Closure | NativeValue | SnippetValue, props: Dict) => Value;
  /**
   * Assigns values to the names in a pattern. Declarations create the names in `scope`, and assignments change existing
   * names.
   */
  readonly bind: (pattern: Pattern, value: Value, scope: Scope, bindingKind: BindingKind) => void;
  readonly createClosure: (node: BaseFunction, scope: Scope, name: string) => Value;
  readonly markInteractive: () => void;
}

export type BindingKind = "const" | "let" | "assign";

export type Completion =
  | { readonly kind: "return"; readonly value: Value }
  | { readonly kind: "break" | "continue"; readonly label?: string | undefined };

export interface Binding {
  value: Value;
  readonly isConstant: boolean;
  /**
   * Whether the name belongs to a module that was completely read. Components can't assign a new value to such a name.
   */
  isFrozen?: boolean;
}

/** A scope with its names and their values. Scopes can be nested. */
export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent?: Scope;
  /** The location of the code that runs in this scope. */
  readonly source: SourcePart;
  /** Whether undefined names are props that the snippet gets from the pages that import it. */
  readonly hasProps?: boolean;
}

export function createScope(parent: Scope, source: SourcePart = parent.source): Scope {
  return { names: new Map(), parent, source };
}

export function findBinding(scope: Scope, name: string): Binding | undefined {
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const binding = current.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

function canBeProp(scope: Scope): boolean {
  for (let current: Scope | undefined = scope; current; current = current.parent) if (current.hasProps) return true;
  return false;
}

export function declareVariable(scope: Scope, name: string, value: Value, isConstant = true): void {
  scope.names.set(name, { value, isConstant });
}

/** Names that exist only in browsers. */
const browserGlobals: ReadonlySet<string> = new Set(
  "window document navigator location history localStorage sessionStorage fetch setTimeout setInterval clearTimeout clearInterval requestAnimationFrame alert confirm prompt globalThis self process require module exports crypto performance XMLHttpRequest WebSocket IntersectionObserver MutationObserver ResizeObserver matchMedia getComputedStyle Image Audio URL URLSearchParams Blob File FileReader FormData Headers Request Response AbortController Promise Proxy Reflect Symbol WeakMap WeakSet Function eval Intl BigInt Error TypeError".split(
    " ",
  ),
);

/**
 * Returns the value of a name in the surrounding scopes or in JavaScript. Throws an error if the name is undefined,
 * unless it may be a prop.
 */
export function readName(node: Identifier, scope: Scope): Value {
  const binding = findBinding(scope, node.name);
  const value = binding ? binding.value : globals.get(node.name);
  // A value that isn't available yet is treated as undefined, and so are its members.
  if (isObjectValue(value) && value.kind === "missing" && value.error)
    throw createReferenceError(value.error, node, scope.source);
  if (binding || globals.has(node.name)) return value;
  if (browserGlobals.has(node.name))
    throw createErrorAt(
      "not-static",
      formatErrorMessage`\`${node.name}\` is available only in a reader's browser, so the preview leaves this part out. Check it on the published page.`,
      node,
      scope.source,
    );
  if (canBeProp(scope)) return createPropPlaceholder(node.name);
  throw createErrorAt(
    "unknown-name",
    formatErrorMessage`\`${node.name}\` in braces is parsed as code, but it isn't defined, so readers see an error or nothing at all. Escape the brace with a backslash, or format the text as code.`,
    node,
    scope.source,
  );
}
