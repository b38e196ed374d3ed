import type { ComponentChildren } from "preact";
import * as react from "preact/compat";
import * as jsxRuntime from "preact/jsx-runtime";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";

/**
 * The runtime for a component in its sandbox, which is a frame that has a different origin and no network access. The
 * runtime is built as a separate script, which the host sends along with the component. The script renders the
 * component with Preact's compatibility layer for React, and reports only the component's height and errors to the
 * page.
 */

type ModuleRunner = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
  freeVariables: object,
) => void;
type ModuleTable = Readonly<Record<string, readonly [names: Readonly<Record<string, string>>, run: ModuleRunner]>>;

const pageWindow = window.parent;
const root = document.getElementById("root") ?? document.body;
const globals = { ...react, React: react };
let shownComponent: react.ComponentType<object> | undefined;

function postToHost(message: object): void {
  pageWindow.postMessage({ docwright: "component", ...message }, "*");
}

function reportError(error: unknown): void {
  postToHost({ kind: "error", text: (error instanceof Error ? error.message : String(error)).slice(0, 300) });
}

/** Whether an export may be a component. The props and the result of a function can't be determined before it runs. */
function isComponent(value: unknown): value is react.ComponentType<object> {
  return typeof value === "function";
}

function runModules(entry: string, table: ModuleTable): void {
  const modulesByPath = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const loadedModule = modulesByPath.get(path);
    if (loadedModule) return loadedModule.exports;
    const moduleEntry = Object.hasOwn(table, path) ? table[path] : undefined;
    if (!moduleEntry) throw new Error(`Can’t find ${path}.`);
    const [pathsByName, runModule] = moduleEntry;
    const module: { exports: unknown } = { exports: {} };
    modulesByPath.set(path, module);
    const require = (name: string): unknown => {
      if (name === "react" || name === "react-dom") return { __esModule: true, default: react, ...react };
      if (name === "react/jsx-runtime") return jsxRuntime;
      return load((Object.hasOwn(pathsByName, name) ? pathsByName[name] : undefined) ?? "");
    };
    runModule(module, module.exports, require, globals);
    return module.exports;
  };
  try {
    const exports = load(entry);
    const exportsByName: Readonly<Record<string, unknown>> = isPlainRecord(exports) ? exports : {};
    const name = document.body.dataset["name"] ?? "";
    const functions = Object.values(exportsByName).filter((each) => typeof each === "function");
    const component = exportsByName[name] ?? exportsByName["default"] ?? functions[0];
    if (!isComponent(component)) throw new Error(`The file doesn’t export a component named ${name}.`);
    shownComponent = component;
    postToHost({ kind: "ready" });
  } catch (error) {
    reportError(error);
  }
}

function renderProps(props: object): void {
  if (!shownComponent) return;
  try {
    react.render(react.createElement(Boundary, null, react.createElement(shownComponent, props)), root);
  } catch (error) {
    reportError(error);
  }
}

class Boundary extends react.Component<{ readonly children?: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };
  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ failed: true });
  }
  override render(): ComponentChildren {
    return this.state.failed ? null : this.props.children;
  }
}

// The page's policy also applies to this frame. A component can set HTML, but the frame's policy blocks any scripts in
// the HTML.
window.trustedTypes?.createPolicy("default", { createHTML: (html) => html });
window.addEventListener("message", ({ source, data }: MessageEvent<{ kind?: string; given?: object }>) => {
  if (source !== pageWindow) return;
  if (data.kind === "ask") postToHost({ kind: "alive" });
  else if (data.kind === "props") renderProps(data.given ?? {});
});
window.addEventListener("error", ({ message }) => reportError(message));
window.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  if (!effectiveDirective.startsWith("style")) postToHost({ kind: "blocked" });
});
new ResizeObserver(() => postToHost({ kind: "height", pixels: Math.ceil(root.scrollHeight) })).observe(root);
// Content security policies don't cover WebRTC, so its interfaces are removed. Nested frames can't restore the
// interfaces, because each nested frame has its own origin.
for (const name of Object.getOwnPropertyNames(window))
  if (/^(?:webkit)?RTC|^WebTransport/.test(name)) Reflect.deleteProperty(window, name);
Object.defineProperty(window, "docwright", { value: { begin: runModules } });
