import { CodeFault } from "./fault.ts";
import { checkList, spend } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { dict, isDict, isFunction, isObject, type ElementValue, type Native, type Value } from "./value.ts";

type Run = Native["run"];

const nothing: Native = { kind: "native", name: "nothing", run: () => undefined };

/** Runs a function for its answer, as hooks take one in place of a value. */
function answer(value: Value, machine: Machine): Value {
  return isFunction(value) ? machine.call(value, []) : value;
}

/** Hooks answer what they answer first; those that keep or change something say that the component is interactive. */
const hooks: Readonly<Record<string, Run>> = {
  useState: ([first], machine) => {
    machine.noteInteractive();
    return [answer(first, machine), nothing];
  },
  useReducer: ([, first, start], machine) => {
    machine.noteInteractive();
    return [start === undefined ? first : machine.call(start, [first]), nothing];
  },
  useEffect: (_, machine) => {
    machine.noteInteractive();
    return undefined;
  },
  useLayoutEffect: (_, machine) => {
    machine.noteInteractive();
    return undefined;
  },
  useInsertionEffect: () => undefined,
  useImperativeHandle: () => undefined,
  useDebugValue: () => undefined,
  useOptimistic: ([value]) => [value, nothing],
  useMemo: ([make], machine) => answer(make, machine),
  useCallback: ([run]) => run,
  useRef: ([first]) => dict([["current", first]]),
  useId: () => "id",
  useContext: ([context]) => (isDict(context) ? context.entries.get("first") : undefined),
  useTransition: () => [false, nothing],
  useDeferredValue: ([value]) => value,
  useSyncExternalStore: ([, now, first], machine) => answer(first ?? now, machine),
};

const makers: Readonly<Record<string, Run>> = {
  memo: ([component]) => component,
  forwardRef: ([component]) => component,
  createContext: ([first]) =>
    dict([
      ["first", first],
      ["Provider", childrenOnly],
      ["Consumer", childrenOnly],
    ]),
  createRef: () => dict([["current", null]]),
  isValidElement: ([value]) => isElement(value),
  cloneElement: ([element, props, ...children]) => {
    if (!isElement(element)) return element;
    const merged = dict([...element.props.entries, ...(isDict(props) ? props.entries : [])]);
    if (children.length > 0) merged.entries.set("children", children.length === 1 ? children[0] : children);
    return { ...element, props: merged };
  },
  startTransition: () => undefined,
  lazy: () => {
    throw new CodeFault(
      "not-static",
      "A component that is loaded later is not worked out by the preview. Import it, or look at the published page.",
    );
  },
};

const childrenOnly: Native = {
  kind: "native",
  name: "Provider",
  run: ([props]) => (isDict(props) ? props.entries.get("children") : undefined),
};

function isElement(value: Value): value is ElementValue {
  return isObject(value) && value.kind === "element";
}

/** `React.Children`. */
const childrenTools: Readonly<Record<string, Run>> = {
  map: ([children, map], machine) =>
    listed(children, machine).map((each, i) => {
      spend(machine.fuel);
      return machine.call(map, [each, i]);
    }),
  forEach: ([children, run], machine) => {
    listed(children, machine).forEach((each, i) => machine.call(run, [each, i]));
    return undefined;
  },
  toArray: ([children], machine) => listed(children, machine),
  count: ([children], machine) => listed(children, machine).length,
  only: ([children]) => children,
};

function listed(children: Value, machine: Machine): Value[] {
  const list = Array.isArray(children) ? children.flat(3) : [children];
  checkList(machine.fuel, list.length);
  return list.filter((each) => each !== undefined && each !== null && typeof each !== "boolean");
}

function natives(runs: Readonly<Record<string, Run>>): [string, Value][] {
  return Object.entries(runs).map(([name, run]) => [name, { kind: "native", name, run }]);
}

const Children: Value = { ...dict(natives(childrenTools)), isFrozen: true };
const Fragment: Native = { ...childrenOnly, name: "Fragment" };

/** What `react` exports, and the service gives to every page without an import. */
export const react: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...natives(hooks),
  ...natives(makers),
  ["Children", Children],
  ["Fragment", Fragment],
]);

export const React: Value = { ...dict(react), isFrozen: true };
