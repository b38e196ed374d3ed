import path from "node:path";
import type { Plugin } from "esbuild";

/**
 * Replaces the checks of the painter with code that creates all requested elements and attributes. Also inserts raw
 * markup (`#raw`), with its scripts created again so that they run. The output is harmless only if the policy alone
 * makes it harmless.
 */
export const permissivePaint: Plugin = {
  name: "permissive-paint",
  setup(build) {
    const missing = new Set<RegExp>();
    const instead = (file: RegExp, contents: string): void => {
      missing.add(file);
      build.onLoad({ filter: file }, ({ suffix, path: replaced }) => {
        if (suffix === actual) return undefined;
        missing.delete(file);
        return { contents, loader: "js", resolveDir: path.dirname(replaced) };
      });
    };
    // If a module were moved, its check would remain in effect, and there would be nothing left for the policy to
    // block.
    build.onEnd(() => ({ errors: [...missing].map((file) => ({ text: `No module matches ${file}.` })) }));
    instead(/webview[\\/]src[\\/]components[\\/]paint-nodes\.tsx$/, paintNodes);
    instead(/webview[\\/]src[\\/]paint[\\/]safe-attributes\.ts$/, safeAttributes);
    // This module has its own tests, which use the other stage.
    instead(
      /webview[\\/]src[\\/]mermaid[\\/]draw-diagram\.ts$/,
      "export const drawDiagram = async () => ({ kind: 'fault', message: 'x' });",
    );
  },
};

/** Marks the import of the original module in its replacement. */
const actual = "?actual";

const safeAttributes = `
export { createLinkHandler, toTrustedHtml } from "./safe-attributes.ts${actual}";
export const toSafeAttributes = (tag, props) => ({ ...props });
export const toSafeLink = (address) => typeof address === "string" ? address : undefined;
export const toSafeStyle = (style) => style ?? undefined;
export const isExternal = (address) => /^[a-z]+:/i.test(address);
`;

const paintNodes = `
import { createElement } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

// Trusted Types would keep markup from being parsed, so the rest of the policy would have nothing left to block.
const pass = (text) => text;
window.trustedTypes?.createPolicy("default", { createHTML: pass, createScript: pass, createScriptURL: pass });

const spaces = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

function live(html) {
  const box = document.createElement("div");
  return { box, fill() {
    box.innerHTML = html;
    for (const script of box.querySelectorAll("script")) {
      const again = document.createElementNS(script.namespaceURI, "script");
      for (const { name, value } of [...script.attributes]) again.setAttribute(name, value);
      again.textContent = script.textContent;
      script.replaceWith(again);
    }
  } };
}

function make(node, space, into) {
  if (typeof node === "string") return into.append(node);
  if (node.tag === "#raw") {
    const { box, fill } = live(node.props.html);
    into.append(box);
    return fill();
  }
  const own = spaces[node.tag] ?? space;
  let element;
  try { element = document.createElementNS(own, node.tag); } catch { element = document.createElement("div"); }
  for (const [name, value] of Object.entries(node.props ?? {})) {
    try {
      if (name === "style" && value && typeof value === "object") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
      else element.setAttribute(name, String(value));
    } catch {}
  }
  into.append(element);
  const below = node.tag === "foreignObject" ? "http://www.w3.org/1999/xhtml" : own;
  for (const child of [...(node.children ?? []), ...Object.values(node.slots ?? {}).flat()]) make(child, below, element);
}

/**
 * Handles clicks on links as the page does, without navigating. It doesn't stop javascript: URLs, so that only the
 * policy can block them.
 */
function follow(event) {
  event.stopPropagation();
  const link = event.target instanceof Element && event.target.closest("a, area");
  const address = link ? (link.getAttribute("href") ?? link.getAttribute("xlink:href") ?? "") : "";
  let scheme = "";
  try { scheme = new URL(address, location.href).protocol; } catch {}
  if (link && scheme !== "javascript:") event.preventDefault();
}

function Raw({ nodes }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    box.current.replaceChildren();
    for (const node of nodes) make(node, "http://www.w3.org/1999/xhtml", box.current);
  }, [nodes]);
  return createElement("div", { ref: box, onClick: follow });
}

export function paintNodes(nodes) {
  return nodes ? createElement(Raw, { nodes }) : null;
}
`;
