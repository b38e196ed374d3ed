import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SitePath } from "../../core/text/text-edit.ts";
import { limitWork } from "../work-limit.ts";
import type { ComponentAnswer, ComponentRequest } from "./component-answer.ts";
import type { ImportedFiles } from "./imported-files.ts";
import { previewWorkerFile } from "./preview-thread.ts";

const mostRounds = 210;

/** A component made ready to be run in a sandbox, or why it is not. */
export type MadeComponent = Exclude<ComponentAnswer, { kind: "wanted" }>;

export interface ComponentLimits {
  /** Processor time for all of it. */
  readonly milliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
}

/**
 * Makes a component file and what it imports into one script, in a thread that lives for as long as that takes. `imports`
 * reads the files and knows afterwards which they are. Never rejects.
 */
export async function makeComponent(
  file: SitePath,
  imports: ImportedFiles,
  { milliseconds = 10_000, worker: workerFile = previewWorkerFile() }: ComponentLimits = {},
): Promise<MadeComponent> {
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
    execArgv: workerFile.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
    stdin: false,
  });
  const stopWatch = limitWork({ worker, milliseconds, onSpent: () => void worker.terminate() });
  try {
    for (let round = 0; round < mostRounds; round++) {
      const answer = await ask(worker, { kind: "component", file, files: imports.texts });
      if (answer?.kind !== "wanted") return answer ?? failed;
      if (!imports.want(answer.files)) return failed;
    }
    return failed;
  } finally {
    stopWatch();
    void worker.terminate();
  }
}

const failed: MadeComponent = {
  kind: "refused",
  text: "The component could not be made ready to run, so you see it as it was. Make it smaller, or look at the published page.",
};

function ask(worker: Worker, request: ComponentRequest): Promise<ComponentAnswer | undefined> {
  return new Promise((resolve) => {
    const take = (reply: ComponentAnswer | { readonly kind: "ready" }): void => {
      if (reply.kind === "ready") return;
      worker.off("message", take);
      resolve(reply);
    };
    worker.on("message", take);
    worker.once("exit", () => resolve(undefined));
    worker.once("error", () => resolve(undefined));
    worker.postMessage(request);
  });
}

/** What the sandbox has besides the component: Preact and the way to the page. Undefined where it was not built. */
export function sandboxScript(folder: string = join(__dirname, "webview")): string | undefined {
  try {
    return readFileSync(join(folder, "sandbox", "run-component.js"), "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Puts the sandbox's own script and a component's into one, with the hash by which the document's policy allows it. The
 * hash is of the text that an HTML parser leaves of it: without carriage returns and null characters.
 */
export function runnableScript(
  sandbox: string,
  component: string,
): { readonly script: string; readonly integrity: string } {
  const script = `${sandbox}\n${component}`.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  return { script, integrity: `sha256-${createHash("sha256").update(script).digest("base64")}` };
}
