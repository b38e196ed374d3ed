import type { FramePlace } from "../../../server/src/core/preview/view/site-frame.ts";
import type { FrameServices } from "../frame/frame-context.ts";
import { paintDiagram } from "../mermaid/paint-diagram.tsx";
import type { PageServices } from "../paint/page-context.ts";
import type { PageHandle } from "../paint/paint-page.tsx";
import type { HostFacts } from "../protocol.ts";
import type { KeptState } from "./kept-state.ts";
import { siteAddress } from "./site-address.ts";
import type { Transport } from "./transport.ts";

interface ServiceParts {
  readonly transport: Transport;
  readonly facts: HostFacts;
  readonly kept: KeptState;
  readonly handle: { readonly current: PageHandle | null };
  /** The reader is about to go to another page. */
  readonly leave: () => void;
}

/** What the page and the site around it ask of whoever shows them. */
export function pageServices({ transport: { send }, facts, kept, handle, leave }: ServiceParts): {
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
  const common = { state: kept.reader, resource, shownHosts };
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
      // Under a path of an editor a link as it is would lead beside the site.
      opensTabs: facts.kind === "browser" && facts.assets === "",
    },
  };
}

function openOutside(href: string, facts: HostFacts, send: Transport["send"]): void {
  if (facts.kind === "editor") send({ kind: "openExternal", url: href });
  else window.open(href, "_blank", "noopener,noreferrer");
}
