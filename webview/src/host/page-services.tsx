import { render } from "preact";
import type { FramePlace } from "../../../server/src/core/preview/view/site-frame.ts";
import { decodePercent } from "../../../server/src/core/text/decode-text.ts";
import { paintNodes } from "../components/paint-nodes.tsx";
import type { FrameServices } from "../frame/frame-context.tsx";
import type { Diagram, PageServices } from "../paint/page-context.ts";
import type { HostInfo } from "../protocol.ts";
import type { PageHandle } from "./paint-page.tsx";
import type { PersistedState } from "./persisted-state.ts";
import type { Transport } from "./transport.ts";

const sheets = new WeakMap<HTMLElement, CSSStyleSheet>();

/**
 * Draws a diagram into an element. Returns an error message, or `undefined` on success. Mermaid is loaded with the
 * first diagram.
 */
export const paintDiagram: Diagram = async (source, into, dark) => {
  const { drawDiagram } = await import("../mermaid/draw-diagram.ts");
  const drawn = await drawDiagram(source, dark ? "dark" : "light");
  if (drawn.kind === "fault") return drawn.message;
  const old = sheets.get(into);
  sheets.set(into, drawn.styles);
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((sheet) => sheet !== old),
    drawn.styles,
  ];
  render(<>{paintNodes(drawn.nodes)}</>, into);
  return undefined;
};

/**
 * Returns the path of a site URL as it's requested. Names are escaped, existing escapes are preserved, and everything
 * after `?` or `#` stays the same. For example, `/images/a b.png?v=2` becomes `/images/a%20b.png?v=2`.
 */
export function siteAddress(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const names = path.split("/").map((name) => encodeURIComponent(decodePercent(name)));
  return names.join("/") + (end < 0 ? "" : address.slice(end));
}

interface ServiceParts {
  readonly transport: Transport;
  readonly facts: HostInfo;
  readonly kept: PersistedState;
  readonly handle: { readonly current: PageHandle | null };
  /** Called when the reader is about to open another page. */
  readonly leave: () => void;
}

/** Creates the services that the page and the surrounding site need from their host. */
export function pageServices({ transport: { send }, facts, kept: retained, handle, leave }: ServiceParts): {
  readonly page: Omit<PageServices, "audience">;
  readonly frame: FrameServices;
} {
  const shownHosts: ReadonlySet<string> = new Set(facts.allowedHosts);
  const resource = (address: string): string | undefined =>
    address.startsWith("/") && !address.startsWith("//") ? facts.assets + siteAddress(address) : undefined;
  const follow = (href: string, from?: FramePlace): void => {
    if (/^(https?:)?\/\//i.test(href)) return openOutside(href, facts, send);
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return openOutside(href, facts, send);
    leave();
    send({ kind: "navigate", url: href, ...(from && { from }) });
  };
  const common = { state: retained.reader, resource, shownHosts };
  return {
    page: {
      ...common,
      onFollow: (href) => follow(href),
      diagram: paintDiagram,
      onShowHost: (host) => send({ kind: "allowHost", host }),
      onCopy: (text) => void navigator.clipboard.writeText(text).catch(() => undefined),
      onSource: (line, file) => send({ kind: "show", ...(file !== undefined && { file }), at: { line } }),
    },
    frame: {
      ...common,
      onNavigate: follow,
      onOpen: ({ file, range }) => send({ kind: "show", file, at: { range } }),
      onReveal: (id) => void handle.current?.revealId(id),
      // If an editor forwards the server under a path, an unmodified link would point outside that path.
      opensTabs: facts.kind === "browser" && facts.assets === "",
    },
  };
}

function openOutside(href: string, facts: HostInfo, send: Transport["send"]): void {
  if (facts.kind === "editor") send({ kind: "openExternal", url: href });
  else window.open(href, "_blank", "noopener,noreferrer");
}
