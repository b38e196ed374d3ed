import { say } from "../interpret/say.ts";
import { CodeFault, asFault } from "../interpret/fault.ts";
import { limits } from "../interpret/fuel.ts";
import { innerScope } from "../interpret/scope.ts";
import type { ElementValue, Missing, SnippetValue, Value } from "../interpret/value.ts";
import { plainValue } from "../interpret/plain-value.ts";
import type { ViewNode, ViewValue } from "../view/view-node.ts";
import { childrenOf, componentElement } from "./component-element.ts";
import { htmlElement } from "./html-element.ts";
import { elementOf, originOf, problemBox, type Rendering } from "./rendering.ts";

/** An element as it is painted: of HTML, of the service, of the page, or a snippet. */
export function renderElement(element: ElementValue, rendering: Rendering): ViewNode[] {
  const { type } = element;
  if (type === undefined) return childrenOf(element, rendering);
  if (typeof type === "string") {
    if (!/^[a-z]/.test(type) || type.includes(".")) return componentElement(type, element, rendering);
    const children = rendering.paint.value(element.props.entries.get("children"), rendering);
    return htmlElement(type, element.props, children, element.at, element.place, rendering);
  }
  if (type.kind === "missing") return missing(type, element, rendering);
  return within(element, rendering, () =>
    type.kind === "snippet" ? snippet(type, element, rendering) : component(type, element, rendering),
  );
}

/** One step deeper; what goes wrong in there ends only this element. */
function within(element: ElementValue, rendering: Rendering, render: () => ViewNode[]): ViewNode[] {
  rendering.nesting++;
  try {
    if (rendering.nesting > limits.nesting)
      throw new CodeFault(
        "too-much",
        say`\`<${element.name}>\` stands within itself, or more than ${limits.nesting} parts stand within each other, so readers see an error. Take it out of its own file.`,
        element.at,
      );
    return render();
  } catch (error) {
    const fault = asFault(error);
    fault.place ??= element.at;
    const origin = originOf(element.at.lines, element.place, rendering.home);
    // Where a page has used up its work, its children are not tried either.
    const children = fault.kind === "too-much" ? [] : safely(() => childrenOf(element, rendering));
    const box = problemBox(rendering, fault, `<${element.name}>`, origin, children);
    return [fault.kind === "not-static" ? runnable(box, element) : box];
  } finally {
    rendering.nesting--;
  }
}

function safely(render: () => ViewNode[]): ViewNode[] {
  try {
    return render();
  } catch {
    return [];
  }
}

/** A snippet: its props are names in it, and the members of `props`. */
function snippet(type: SnippetValue, { props }: ElementValue, rendering: Rendering): ViewNode[] {
  const scope = innerScope(type.scope, type.place);
  for (const [name, value] of props.entries) scope.names.set(name, { value, isConstant: true });
  scope.names.set("props", { value: props, isConstant: true });
  return rendering.paint.content(type.children, type.place, scope, rendering);
}

function component(
  type: Exclude<ElementValue["type"], string | undefined | Missing | SnippetValue>,
  element: ElementValue,
  rendering: Rendering,
): ViewNode[] {
  const { machine } = rendering;
  const wasInteractive = machine.isInteractive;
  machine.isInteractive = false;
  try {
    const answer: Value = machine.callComponent(type, element.props);
    const nodes = rendering.paint.value(answer, rendering);
    if (!machine.isInteractive) return nodes;
    const file = type.kind === "closure" ? type.scope.place.file : element.at.file;
    const origin = originOf(element.at.lines, element.place, rendering.home);
    return [elementOf("#interactive", { name: element.name, file, ...runnableOf(element) }, nodes, origin)];
  } finally {
    machine.isInteractive = wasInteractive;
  }
}

/** What it takes to run a component of a file: `component` is what it was given, as data. */
function runnableOf({ type, props }: ElementValue): Readonly<Record<string, ViewValue>> {
  if (typeof type !== "object" || type.kind !== "closure" || !/\.[jt]sx?$/i.test(type.scope.place.file))
    return {};
  return { component: plainValue(props) ?? {} };
}

/** A box in place of a component that the author may have run. */
function runnable(box: ViewNode, element: ElementValue): ViewNode {
  const { type, name } = element;
  const extra = runnableOf(element);
  if (typeof box === "string" || extra["component"] === undefined) return box;
  const file = typeof type === "object" && type.kind === "closure" ? type.scope.place.file : "";
  return { ...box, props: { ...box.props, ...extra, name, componentFile: file } };
}

/** An import that is not there, with what stands between its tags; nothing while its file is still on its way. */
function missing(type: Missing, element: ElementValue, rendering: Rendering): ViewNode[] {
  const children = childrenOf(element, rendering);
  if (!type.fault) return children;
  const origin = originOf(element.at.lines, element.place, rendering.home);
  const { kind, message, place } = type.fault;
  const fault = new CodeFault(kind, message, place && place.file !== element.at.file ? place : element.at);
  return [problemBox(rendering, fault, `<${element.name}>`, origin, children)];
}
