import type { JSXAttribute, JSXElement, JSXFragment } from "estree-jsx";
import { EvaluationError, getSpan } from "./evaluation-error.ts";
import { checkListLimit, spendSteps } from "./fuel.ts";
import { findBinding, type Machine, type Scope } from "./machine.ts";
import {
  createDict,
  type Dict,
  type ElementValue,
  isDictValue,
  isFunction,
  isObjectValue,
  type NativeValue,
  type Value,
} from "./values.ts";

type NativeFunction = NativeValue["run"];

const noopHandler: NativeValue = { kind: "native", name: "nothing", run: () => undefined };

/**
 * If the value is a function, returns the function's result. Otherwise, returns the value itself. Hooks accept both.
 */
function resolveInitialValue(value: Value, machine: Machine): Value {
  return isFunction(value) ? machine.call(value, []) : value;
}

/**
 * The hooks that pages can call. Hooks return their initial values, and hooks that keep or change state mark the
 * component as interactive.
 */
const hooks: Readonly<Record<string, NativeFunction>> = {
  useState: ([initialValue], machine) => {
    machine.markInteractive();
    return [resolveInitialValue(initialValue, machine), noopHandler];
  },
  useReducer: ([, initialState, initialize], machine) => {
    machine.markInteractive();
    return [initialize === undefined ? initialState : machine.call(initialize, [initialState]), noopHandler];
  },
  useEffect: (_, machine) => {
    machine.markInteractive();
    return undefined;
  },
  useLayoutEffect: (_, machine) => {
    machine.markInteractive();
    return undefined;
  },
  useInsertionEffect: () => undefined,
  useImperativeHandle: () => undefined,
  useDebugValue: () => undefined,
  useOptimistic: ([value]) => [value, noopHandler],
  useMemo: ([create], machine) => resolveInitialValue(create, machine),
  useCallback: ([callback]) => callback,
  useRef: ([initialValue]) => createDict([["current", initialValue]]),
  useId: () => "id",
  useContext: ([context]) => (isDictValue(context) ? context.entries.get("first") : undefined),
  useTransition: () => [false, noopHandler],
  useDeferredValue: ([value]) => value,
  useSyncExternalStore: ([, serverValue, initialValue], machine) =>
    resolveInitialValue(initialValue ?? serverValue, machine),
};

const wrapperFunctions: Readonly<Record<string, NativeFunction>> = {
  memo: ([component]) => component,
  forwardRef: ([component]) => component,
  createContext: ([defaultValue]) =>
    createDict([
      ["first", defaultValue],
      ["Provider", childrenComponent],
      ["Consumer", childrenComponent],
    ]),
  createRef: () => createDict([["current", null]]),
  isValidElement: ([value]) => isElement(value),
  cloneElement: ([element, props, ...children]) => {
    if (!isElement(element)) return element;
    const mergedProps = createDict([...element.props.entries, ...(isDictValue(props) ? props.entries : [])]);
    if (children.length > 0) mergedProps.entries.set("children", children.length === 1 ? children[0] : children);
    return { ...element, props: mergedProps };
  },
  startTransition: () => undefined,
  lazy: () => {
    throw new EvaluationError(
      "not-static",
      "The preview doesn't evaluate lazily loaded components. Import the component directly, or check the published page.",
    );
  },
};

const childrenComponent: NativeValue = {
  kind: "native",
  name: "Provider",
  run: ([props]) => (isDictValue(props) ? props.entries.get("children") : undefined),
};

function isElement(value: Value): value is ElementValue {
  return isObjectValue(value) && value.kind === "element";
}

/** The methods of `React.Children`. */
const childrenMethods: Readonly<Record<string, NativeFunction>> = {
  map: ([children, callback], machine) =>
    toChildList(children, machine).map((child, i) => {
      spendSteps(machine.fuel);
      return machine.call(callback, [child, i]);
    }),
  forEach: ([children, callback], machine) => {
    toChildList(children, machine).forEach((child, i) => machine.call(callback, [child, i]));
    return undefined;
  },
  toArray: ([children], machine) => toChildList(children, machine),
  count: ([children], machine) => toChildList(children, machine).length,
  only: ([children]) => children,
};

function toChildList(children: Value, machine: Machine): Value[] {
  const list = Array.isArray(children) ? children.flat(3) : [children];
  checkListLimit(machine.fuel, list.length);
  return list.filter((child) => child !== undefined && child !== null && typeof child !== "boolean");
}

function createNativeEntries(functions: Readonly<Record<string, NativeFunction>>): [string, Value][] {
  return Object.entries(functions).map(([name, run]) => [name, { kind: "native", name, run }]);
}

const Children: Value = { ...createDict(createNativeEntries(childrenMethods)), isFrozen: true };
const Fragment: NativeValue = { ...childrenComponent, name: "Fragment" };

/** The exports of `react`. The service provides these exports to every page without an import. */
export const reactExports: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...createNativeEntries(hooks),
  ...createNativeEntries(wrapperFunctions),
  ["Children", Children],
  ["Fragment", Fragment],
]);

export const React: Value = { ...createDict(reactExports), isFrozen: true };

/**
 * Resolves a tag's name to a component on the page or, if no component has that name, to the name itself. As in JSX, a
 * name that starts with a lowercase letter is an HTML element.
 */
export function resolveTag(name: string, scope: Scope): ElementValue["type"] {
  if (name === "" || name === "Fragment" || name === "React.Fragment") return undefined;
  const [rootName = "", ...members] = name.split(".");
  if (members.length === 0 && /^[a-z]/.test(rootName)) return name;
  let value = findBinding(scope, rootName)?.value;
  for (const member of members)
    value =
      isObjectValue(value) && value.kind === "dict"
        ? value.entries.get(member)
        : isObjectValue(value) && value.kind === "missing"
          ? value
          : undefined;
  if (typeof value === "string") return value;
  if (!isObjectValue(value)) return name;
  switch (value.kind) {
    case "closure":
    case "native":
    case "snippet":
    case "missing":
      return value;
    default:
      return name;
  }
}

/** Converts a JSX tag to an element and evaluates its props. Components aren't called yet. */
export function evaluateElement(node: JSXElement | JSXFragment, scope: Scope, machine: Machine): ElementValue {
  const name = node.type === "JSXElement" ? getTagName(node.openingElement.name) : "";
  const props = node.type === "JSXElement" ? evaluateProps(node, scope, machine) : createDict();
  const children = evaluateChildren(node, scope, machine);
  if (children.length > 0) props.entries.set("children", children.length === 1 ? children[0] : children);
  const { source } = scope;
  return {
    kind: "element",
    type: resolveTag(name, scope),
    name,
    props,
    location: { ...getSpan(node, source), file: source.file },
    source,
  };
}

function getTagName(node: JSXElement["openingElement"]["name"]): string {
  if (node.type === "JSXIdentifier") return node.name;
  if (node.type === "JSXMemberExpression") return `${getTagName(node.object)}.${node.property.name}`;
  return `${node.namespace.name}:${node.name.name}`;
}

function evaluateProps(node: JSXElement, scope: Scope, machine: Machine): Dict {
  const props = createDict();
  for (const attribute of node.openingElement.attributes) {
    spendSteps(machine.fuel);
    if (attribute.type === "JSXSpreadAttribute") {
      const value = machine.evaluate(attribute.argument, scope);
      if (isDictValue(value)) for (const [key, member] of value.entries) props.entries.set(key, member);
      continue;
    }
    const { name } = attribute;
    const key = name.type === "JSXIdentifier" ? name.name : `${name.namespace.name}:${name.name.name}`;
    props.entries.set(key, evaluateAttribute(key, attribute, scope, machine));
  }
  return props;
}

function evaluateAttribute(key: string, { value }: JSXAttribute, scope: Scope, machine: Machine): Value {
  if (!value) return true;
  if (value.type === "Literal") return typeof value.value === "string" ? machine.fillVariables(value.value) : undefined;
  if (value.type === "JSXExpressionContainer") {
    if (value.expression.type === "JSXEmptyExpression") return undefined;
    // Event handlers are only recorded, not evaluated.
    if (/^on[A-Z]/.test(key)) return handlerPlaceholder;
    return machine.evaluate(value.expression, scope);
  }
  return machine.evaluate(value, scope);
}

/** A function that replaces event handlers, which are never called. */
export const handlerPlaceholder: Value = { kind: "native", name: "handler", run: () => undefined };

function evaluateChildren({ children }: JSXElement | JSXFragment, scope: Scope, machine: Machine): Value[] {
  const values: Value[] = [];
  for (const child of children) {
    if (child.type === "JSXText") {
      const text = machine.fillVariables(trimText(child.value));
      if (text !== "") values.push(text);
    } else if (child.type === "JSXSpreadChild") values.push(machine.evaluate(child.expression, scope));
    else if (child.type !== "JSXExpressionContainer") values.push(machine.evaluate(child, scope));
    else if (child.expression.type !== "JSXEmptyExpression") values.push(machine.evaluate(child.expression, scope));
  }
  return values;
}

/**
 * Returns the text between tags according to JSX whitespace rules. Lines are trimmed next to line breaks, empty lines
 * are removed, and the rest is joined with spaces.
 */
function trimText(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const lastIndex = lines.length - 1;
  return lines
    .map((line, i) => {
      const lineWithoutTabs = line.replace(/\t/g, " ");
      const trimmedStart = i === 0 ? lineWithoutTabs : lineWithoutTabs.replace(/^ +/, "");
      return i === lastIndex ? trimmedStart : trimmedStart.replace(/ +$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}
