import type { ReadSpecs } from "./analysis/load-site.ts";
import { createUserSyntaxCache } from "./mdx/mdx-cache.ts";
import { MdxReader, getMdxWorkerFile } from "./mdx/mdx-validator.ts";
import { RenderWorkerHost } from "./preview/render-worker-host.ts";
import { SpecService } from "./specs/spec-service.ts";
import type { SpecWorkerHost } from "./specs/spec-worker-host.ts";

/** The readers for the files in all sites, each in its own thread. */
export interface AnalysisWorkers {
  readonly readSpecs: ReadSpecs;
  readonly specService: SpecService;
  readonly mdxReader: MdxReader;
  readonly renderWorkerHost: RenderWorkerHost;
}

/**
 * Creates the readers for a language server. The readers run as long as the server does. `specThread` is the host of
 * the thread that reads specifications, if it has already been started.
 */
export function createAnalysisWorkers(specThread?: SpecWorkerHost): AnalysisWorkers {
  const cache = createUserSyntaxCache(getMdxWorkerFile());
  const specService = new SpecService({ workerHost: specThread });
  return {
    readSpecs: specService.readSpecs,
    specService,
    mdxReader: new MdxReader({ cache }),
    renderWorkerHost: new RenderWorkerHost(),
  };
}
