import type { BaseFunction, Expression, Pattern, Statement } from "estree-jsx";
import type { Fuel } from "./fuel.ts";
import type { Scope } from "./scope.ts";
import type { Dict, Native, SnippetValue, Value, Closure } from "./value.ts";

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
