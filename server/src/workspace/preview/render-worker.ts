import { existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { findCurrentThreadPath, type WorkerReadyMessage } from "../worker/work-limit.ts";
import { createColorizer, createRendererFactory } from "./page-renderer.ts";
import { handleComponentRequest, isComponentRequest, createRenderService } from "./render-service.ts";
import type { PreviewReply, PreviewRequest } from "./render-worker-host.ts";
import { isColorRequest } from "./sample-colors.ts";

/** Renders pages in a worker thread, which can be terminated at any time (render-worker-host.ts). */
const sendReply = (reply: PreviewReply | WorkerReadyMessage) => parentPort?.postMessage(reply);
const getColors = createColorizer(getRenderAssetsFolder());
const renderPreview = createRenderService(createRendererFactory(getRenderAssetsFolder()), sendReply);
parentPort?.on("message", (request: unknown) => {
  if (isComponentRequest(request)) parentPort?.postMessage(handleComponentRequest(request));
  else if (isColorRequest(request)) parentPort?.postMessage({ ...getColors(request), requestId: request.requestId });
  else renderPreview(request as PreviewRequest);
});
sendReply({ kind: "ready", threadPath: findCurrentThreadPath() });

/**
 * Returns the folder with grammars and icons, which is next to the bundle. If the code isn't bundled, returns the
 * corresponding folder in the output of the last build.
 */
function getRenderAssetsFolder(): string {
  const distFolder = join(__dirname, "../../../../dist");
  return existsSync(join(__dirname, "grammars")) || !existsSync(distFolder) ? __dirname : distFolder;
}
