import { existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { ownThread, type WorkerReady } from "../worker/work-limit.ts";
import { codeColors, pageRenderers } from "./page-renderer.ts";
import { handleComponentRequest, isComponentRequest, createRenderService } from "./render-service.ts";
import type { PreviewReply, PreviewRequest } from "./render-worker-host.ts";
import { isColorRequest } from "./sample-colors.ts";

/** Renders pages in a worker thread, which can be terminated at any time (render-worker-host.ts). */
const send = (reply: PreviewReply | WorkerReady) => parentPort?.postMessage(reply);
const colorsOf = codeColors(drawingFolder());
const service = createRenderService(pageRenderers(drawingFolder()), send);
parentPort?.on("message", (request: unknown) => {
  if (isComponentRequest(request)) parentPort?.postMessage(handleComponentRequest(request));
  else if (isColorRequest(request)) parentPort?.postMessage({ ...colorsOf(request), ask: request.ask });
  else service(request as PreviewRequest);
});
send({ kind: "ready", thread: ownThread() });

/**
 * Returns the folder with grammars and icons, which is next to the bundle. If the code isn't bundled, returns the
 * corresponding folder in the output of the last build.
 */
function drawingFolder(): string {
  const built = join(__dirname, "../../../../dist");
  return existsSync(join(__dirname, "grammars")) || !existsSync(built) ? __dirname : built;
}
