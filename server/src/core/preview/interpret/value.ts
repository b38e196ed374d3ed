import type { RootContent as HastContent } from "hast";
import type { Function as FunctionNode } from "estree-jsx";
import type { CodeFault } from "./fault.ts";
import type { FaultPlace } from "./fault.ts";
import type { Machine } from "./machine.ts";
import type { Place } from "./place.ts";
import type { Scope } from "./scope.ts";

/** What an expression of a page can be. Objects of the site are never objects of ours: their members are entries of a map. */
export type Value = undefined | null | boolean | number | string | Value[] | ObjectValue;

export type ObjectValue =
  Dict | Closure | Native | SnippetValue | ElementValue | ContentValue | Moment | Matcher | Missing;

export interface Dict {
  readonly kind: "dict";
  readonly entries: Map<string, Value>;
  /** Belongs to a module that has been read: changing it would change what other blocks show. */
  isFrozen: boolean;
}

/** A function of the site. */
export interface Closure {
  readonly kind: "closure";
  readonly name: string;
  readonly node: FunctionNode;
  readonly scope: Scope;
}

/** A function of ours. */
export interface Native {
  readonly kind: "native";
  readonly name: string;
  readonly run: (args: readonly Value[], machine: Machine) => Value;
  readonly members?: ReadonlyMap<string, Value>;
}

/** An MDX file, imported and used as a component. */
export interface SnippetValue {
  readonly kind: "snippet";
  readonly name: string;
  readonly children: readonly HastContent[];
  readonly place: Place;
  readonly scope: Scope;
}

/** A tag in code, not yet painted. */
export interface ElementValue {
  readonly kind: "element";
  /** Name of an element or component of the service, what a name of the page stands for, or nothing for `<>`. */
  readonly type: string | Closure | Native | SnippetValue | Missing | undefined;
  /** As written. */
  readonly name: string;
  readonly props: Dict;
  readonly at: FaultPlace;
  /** The piece of file that it is written in. */
  readonly place: Place;
}

/** Markdown between two tags, not yet painted. */
export interface ContentValue {
  readonly kind: "content";
  readonly children: readonly HastContent[];
  readonly place: Place;
  readonly scope: Scope;
}

/** A date. */
export interface Moment {
  readonly kind: "moment";
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** A regular expression. */
export interface Matcher {
  readonly kind: "matcher";
  readonly source: string;
  readonly flags: string;
}

/** A name of which the value is not known: its use is what goes wrong. */
export interface Missing {
  readonly kind: "missing";
  readonly name: string;
  /** Absent while a file is still to come: nothing is shown and nothing said. */
  readonly fault?: CodeFault;
}

export function dict(entries: Iterable<readonly [string, Value]> = []): Dict {
  return { kind: "dict", entries: new Map(entries), isFrozen: false };
}

export function isObject(value: Value): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isDict(value: Value): value is Dict {
  return isObject(value) && value.kind === "dict";
}

export function isFunction(value: Value): value is Closure | Native | SnippetValue {
  return isObject(value) && (value.kind === "closure" || value.kind === "native" || value.kind === "snippet");
}
