import type { PageSource } from "../../core/preview/page-source.ts";
import type { PageView } from "../../core/preview/view/page-view.ts";
import type { SitePath } from "../../core/text/text-range.ts";
import type { Care, PreviewReply, PreviewRequest, RenderedPart } from "./preview-protocol.ts";
import { withSourceChange } from "./source-change.ts";

/** Renders one page again and again; what it keeps makes the next time quick. */
export type RenderPage = (source: PageSource, care?: Care) => Rendered | Promise<Rendered>;

export interface Rendered {
  readonly view: PageView;
  readonly wanted: readonly SitePath[];
  readonly isRough: boolean;
}

interface KnownPreview {
  source: PageSource | undefined;
  readonly render: RenderPage;
  sent: ReadonlySet<string>;
}

/** The rendering thread's side of the conversation: takes requests, gives replies, knows what was sent of each preview. */
export function previewDesk(
  newRenderer: () => RenderPage,
  reply: (message: PreviewReply) => void,
): (request: PreviewRequest) => void {
  const previews = new Map<number, KnownPreview>();
  const answer = async (request: PreviewRequest): Promise<void> => {
    const { preview } = request;
    if (request.kind === "forget") {
      previews.delete(preview);
      return;
    }
    const known = previews.get(preview) ?? { source: undefined, render: newRenderer(), sent: new Set() };
    previews.set(preview, known);
    try {
      known.source = withSourceChange(known.source, request.changed);
      if (!known.source) throw new Error("The source is not whole.");
      const rendered = await known.render(known.source, request.care);
      reply({ kind: "rendered", preview, ...partFor(known, rendered, request.version) });
    } catch (error) {
      previews.delete(preview);
      reply({ kind: "failed", preview, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return (request) => void answer(request);
}

function partFor(known: KnownPreview, { view, wanted, isRough }: Rendered, version: number) {
  const { blocks, ...page } = view;
  const fresh = Object.fromEntries(
    blocks.filter(({ id }) => !known.sent.has(id)).map(({ id, nodes }) => [id, nodes]),
  );
  known.sent = new Set(blocks.map(({ id }) => id));
  return { version, page, order: blocks.map(placeOf), fresh, wanted, isRough };
}

function placeOf(block: PageView["blocks"][number]): RenderedPart["order"][number] {
  const { nodes: _, ...place } = block;
  return place;
}
