import { createHash } from "node:crypto";
import { bundleComponent } from "../../core/preview/interpret/bundle-component.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { PageView } from "../../core/preview/view/page-view.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { applySourceChange } from "./page-source.ts";
import { computePageDelta, type FullPage } from "./page-updates.ts";
import type { RenderDetail, PreviewReply, PreviewRequest, RenderDelta } from "./render-worker-host.ts";

/** Renders one page each time its text changes. Later calls are fast because results are cached. */
export type RenderPage = (source: PageSource, detail?: RenderDetail) => RenderedOutput | Promise<RenderedOutput>;

export interface RenderedOutput {
  readonly view: PageView;
  readonly requestedPaths: readonly SitePath[];
  readonly isPreliminary: boolean;
}

interface PreviewRecord {
  source: PageSource | undefined;
  readonly render: RenderPage;
  sentPage: FullPage | undefined;
}

/**
 * Creates the thread's side of the rendering protocol, which handles requests, sends replies, and tracks the data that
 * each preview has received.
 */
export function createRenderService(
  createRenderer: () => RenderPage,
  sendReply: (message: PreviewReply) => void,
): (request: PreviewRequest) => void {
  const recordsByPreview = new Map<number, PreviewRecord>();
  const handleRequest = async (request: PreviewRequest): Promise<void> => {
    const { previewId } = request;
    if (request.kind === "forget") {
      recordsByPreview.delete(previewId);
      return;
    }
    const previewRecord = recordsByPreview.get(previewId) ?? {
      source: undefined,
      render: createRenderer(),
      sentPage: undefined,
    };
    recordsByPreview.set(previewId, previewRecord);
    try {
      previewRecord.source = applySourceChange(previewRecord.source, request.sourceChange);
      if (!previewRecord.source) throw new Error("The source is incomplete.");
      const output = await previewRecord.render(previewRecord.source, request.detail);
      sendReply({ kind: "rendered", previewId, ...getDelta(previewRecord, output, request.version) });
    } catch (error) {
      recordsByPreview.delete(previewId);
      sendReply({ kind: "failed", previewId, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return (request) => void handleRequest(request);
}

/** Returns the changes since the rendering that the requester received last. */
function getDelta(
  previewRecord: PreviewRecord,
  { view, requestedPaths, isPreliminary }: RenderedOutput,
  version: number,
): RenderDelta {
  const { blocks, ...page } = view;
  const newPage = { page, blocks };
  const delta = computePageDelta(previewRecord.sentPage, newPage);
  previewRecord.sentPage = newPage;
  return { version, ...delta, requestedPaths, isPreliminary };
}

/** A request to the thread to bundle a component file into one script. */
export interface ComponentRequest {
  readonly kind: "component";
  readonly file: SitePath;
  readonly files: ReadonlyMap<SitePath, string | null>;
}

export type ComponentReply =
  | { readonly kind: "script"; readonly text: string; readonly hash: string }
  | { readonly kind: "files-needed"; readonly files: readonly SitePath[] }
  | { readonly kind: "rejected"; readonly text: string };

export function isComponentRequest(request: unknown): request is ComponentRequest {
  return typeof request === "object" && request !== null && "kind" in request && request.kind === "component";
}

export function handleComponentRequest({ file, files }: ComponentRequest): ComponentReply {
  const bundle = bundleComponent(file, files);
  if (bundle.kind !== "script") return bundle;
  const hash = createHash("sha256").update(JSON.stringify(bundle.sources)).digest("hex");
  return { kind: "script", text: bundle.text, hash };
}
