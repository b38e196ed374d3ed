import { say } from "./say.ts";
import type { Identifier } from "estree-jsx";
import { faultAt, faultOfUse } from "./fault.ts";
import { globals } from "./globals.ts";
import { lookUp, type Scope } from "./scope.ts";
import { isObject, type Value } from "./value.ts";

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
  if (isObject(value) && value.kind === "missing" && value.fault)
    throw faultOfUse(value.fault, node, scope.place);
  if (binding || globals.has(node.name)) return value;
  if (ofBrowsers.has(node.name))
    throw faultAt(
      "not-static",
      say`\`${node.name}\` is known only where the page runs, in a reader’s browser, so the preview leaves this part out. Look at it on the published page.`,
      node,
      scope.place,
    );
  throw faultAt(
    "unknown-name",
    say`\`${node.name}\` in braces is read as code and names nothing, so readers see an error or a gap. Write a backslash before the brace, or backticks around both.`,
    node,
    scope.place,
  );
}
