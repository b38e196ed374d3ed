import type { BaseFunction, Expression, Identifier, Pattern, Statement } from "estree-jsx";
import { errorAt, errorOfUse, type Place, formatFault } from "./fault.ts";
import type { Fuel } from "./fuel.ts";
import { globals } from "./globals.ts";
import {
  type Closure,
  type Dict,
  isObjectValue,
  type Native,
  type SnippetValue,
  type Value,
} from "./values.ts";

/** Works out code, piece by piece; each part of the interpreter is handed it to work out the pieces within. */
export interface Machine {
  readonly fuel: Fuel;
  /** Whether what is worked out reacts to readers: it keeps state, or waits for clicks. */
  isInteractive: boolean;
  /** A text as written, the variables of docs.json in it replaced. */
  readonly text: (written: string) => string;
  readonly evaluate: (node: Expression, scope: Scope) => Value;
  /** What ends the statements around it; undefined when the next one is to be gone on with. */
  readonly execute: (node: Statement, scope: Scope) => Completion | undefined;
  readonly call: (callee: Value, args: readonly Value[]) => Value;
  readonly callComponent: (type: Closure | Native | SnippetValue, props: Dict) => Value;
  /** Gives the names of a pattern their values: new ones of `scope`, or for an assignment those that are there. */
  readonly bind: (pattern: Pattern, value: Value, scope: Scope, how: Binder) => void;
  readonly closure: (node: BaseFunction, scope: Scope, name: string) => Value;
  readonly noteInteractive: () => void;
}

export type Binder = "const" | "let" | "assign";

export type Completion =
  | { readonly kind: "return"; readonly value: Value }
  | { readonly kind: "break" | "continue"; readonly label?: string | undefined };

export interface Binding {
  value: Value;
  readonly isConstant: boolean;
  /** Of a module that has been read: it cannot be given another value from inside a component. */
  isFrozen?: boolean;
}

/** Names and what they stand for, from the inside out. */
export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent?: Scope;
  /** Where the code is written that runs in it. */
  readonly place: Place;
}

export function innerScope(parent: Scope, place: Place = parent.place): Scope {
  return { names: new Map(), parent, place };
}

export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    const found = each.names.get(name);
    if (found) return found;
  }
  return undefined;
}

export function declare(scope: Scope, name: string, value: Value, isConstant = true): void {
  scope.names.set(name, { value, isConstant });
}

/** Known in a reader's browser alone. */
const ofBrowsers: ReadonlySet<string> = new Set(
  "window document navigator location history localStorage sessionStorage fetch setTimeout setInterval clearTimeout clearInterval requestAnimationFrame alert confirm prompt globalThis self process require module exports crypto performance XMLHttpRequest WebSocket IntersectionObserver MutationObserver ResizeObserver matchMedia getComputedStyle Image Audio URL URLSearchParams Blob File FileReader FormData Headers Request Response AbortController Promise Proxy Reflect Symbol WeakMap WeakSet Function eval Intl BigInt Error TypeError".split(
    " ",
  ),
);

/** What a name stands for: of the code around it, of JavaScript, or nothing, which is a fault. */
export function readName(node: Identifier, scope: Scope): Value {
  const binding = lookUp(scope, node.name);
  const value = binding ? binding.value : globals.get(node.name);
  // What is still to come is nothing, and nothing of it is anything.
  if (isObjectValue(value) && value.kind === "missing" && value.fault)
    throw errorOfUse(value.fault, node, scope.place);
  if (binding || globals.has(node.name)) return value;
  if (ofBrowsers.has(node.name))
    throw errorAt(
      "not-static",
      formatFault`\`${node.name}\` is known only where the page runs, in a reader’s browser, so the preview leaves this part out. Look at it on the published page.`,
      node,
      scope.place,
    );
  throw errorAt(
    "unknown-name",
    formatFault`\`${node.name}\` in braces is read as code and names nothing, so readers see an error or a gap. Write a backslash before the brace, or backticks around both.`,
    node,
    scope.place,
  );
}
