import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToPage, ToServer } from "../../../../webview/src/protocol.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteFiles } from "../files/site-files.ts";
import { WorkerHost } from "../worker/worker-host.ts";
import { ImportedFiles } from "./page-source.ts";
import type { ComponentReply, ComponentRequest } from "./render-service.ts";
import { getRenderWorkerFile } from "./render-worker-host.ts";

const maxRounds = 210;

/** A component that was built to run in a sandbox, or the reason why it couldn't be built. */
export type BuiltComponent = Exclude<ComponentReply, { kind: "files-needed" }>;

export interface ComponentLimits {
  /** The CPU time limit for the complete build, in milliseconds. */
  readonly milliseconds?: number;
  /** The path of the worker file. Omit to use the default. */
  readonly worker?: string;
}

/**
 * Bundles a component file and its imports into one script, in a separate worker thread. `imports` reads the files and,
 * when the build is complete, contains the list of imported files. Never rejects.
 */
export async function buildComponent(
  file: SitePath,
  imports: ImportedFiles,
  { milliseconds = 10_000, worker = getRenderWorkerFile() }: ComponentLimits = {},
): Promise<BuiltComponent> {
  let handleReply: (reply: ComponentReply | undefined) => void = () => undefined;
  const host = new WorkerHost<ComponentRequest, ComponentReply>(worker, {
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
    onReply: (reply) => handleReply(reply),
    onLost: () => handleReply(undefined),
  });
  const sendRequest = (request: ComponentRequest) =>
    new Promise<ComponentReply | undefined>((resolve) => {
      handleReply = resolve;
      host.post(request);
    });
  host.beginWork(milliseconds);
  try {
    for (let round = 0; round < maxRounds; round++) {
      const reply = await sendRequest({ kind: "component", file, files: imports.texts });
      if (reply?.kind !== "files-needed") return reply ?? failedComponent;
      if (!imports.load(reply.files)) return failedComponent;
    }
    return failedComponent;
  } finally {
    void host.end();
  }
}

const failedComponent: BuiltComponent = {
  kind: "rejected",
  text: "The component couldn't be prepared to run, so the preview still shows its previous state. Make it smaller, or check the published page.",
};

/**
 * Returns the sandbox's own script, which contains Preact and the connection to the page, or undefined if the script
 * wasn't built.
 */
export function readSandboxScript(folder: string = join(__dirname, "webview")): string | undefined {
  try {
    return readFileSync(join(folder, "sandbox", "run-component.js"), "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Combines the sandbox's own script with a component's script. The result includes the hash that lets the document's
 * Content Security Policy allow the script. The hash is computed from the text as an HTML parser sees it, without
 * carriage returns and null characters.
 */
export function createRunnableScript(
  sandboxScript: string,
  componentScript: string,
): { readonly script: string; readonly integrity: string } {
  const script = `${sandboxScript}\n${componentScript}`.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  return { script, integrity: `sha256-${createHash("sha256").update(script).digest("base64")}` };
}

type RunRequest = Extract<ToServer, { kind: "runComponent" }>;

/**
 * The components that the author has allowed to run. Each component is identified by a hash of its file and imports.
 * Components run only in trusted workspaces.
 */
export interface ComponentConsent {
  readonly has: (hash: string) => boolean;
  readonly allow: (hash: string) => void;
}

/**
 * Creates an in-memory store of the components that the user allows to run. `storedHashes` contains the hashes that
 * were allowed earlier, as stored by a client.
 */
export function createComponentConsent(storedHashes: unknown): ComponentConsent {
  const hashes: readonly unknown[] = Array.isArray(storedHashes) ? storedHashes : [];
  const allowedHashes = new Set(hashes.filter((hash) => typeof hash === "string").slice(0, 1000));
  return { has: (hash) => allowedHashes.has(hash), allow: (hash) => void allowedHashes.add(hash) };
}

const maxRunning = 50;

/**
 * The components that one preview runs. A component must be in a code file in the site. It runs only if the author has
 * clicked it or has already allowed the same text, and it stops when one of its files changes.
 */
export class ComponentRuns {
  readonly #siteFiles: SiteFiles;
  readonly #consent: ComponentConsent;
  readonly #send: (message: ToPage) => void;
  readonly #runsByHash = new Map<string, { readonly request: RunRequest; readonly imports: ImportedFiles }>();
  #hasEnded = false;

  constructor(siteFiles: SiteFiles, consent: ComponentConsent, sendToPage: (message: ToPage) => void) {
    this.#siteFiles = siteFiles;
    this.#consent = consent;
    this.#send = sendToPage;
  }

  /** Notifies the page that components can be run. */
  sendCapability(): void {
    this.#send({ kind: "settings", settings: { canRunComponents: true } });
  }

  /** Handles a request to run a component. Never rejects. */
  async handleMessage(request: RunRequest): Promise<void> {
    const { file, name, clicked } = request;
    if (!isComponentFile(file) || this.#runsByHash.size >= maxRunning) return;
    const imports = new ImportedFiles(this.#siteFiles);
    imports.load([file]);
    const component = await buildComponent(file, imports);
    if (this.#hasEnded) return;
    const componentInfo = { kind: "component", file, name } as const;
    if (component.kind === "rejected") {
      if (clicked) this.#send({ ...componentInfo, state: "rejected", text: component.text });
      return;
    }
    const sandboxScript = readSandboxScript();
    if (sandboxScript === undefined || (!clicked && !this.#consent.has(component.hash))) return;
    this.#consent.allow(component.hash);
    this.#runsByHash.set(`${file} ${name}`, { request, imports });
    this.#send({
      ...componentInfo,
      state: "script",
      ...createRunnableScript(sandboxScript, component.text),
      hash: component.hash,
    });
  }

  /** Stops components whose files have changed, because the author has allowed only the previous text. */
  onSiteChanged(): void {
    for (const [key, { request, imports }] of this.#runsByHash)
      if (imports.refresh()) {
        this.#runsByHash.delete(key);
        this.#send({ kind: "component", file: request.file, name: request.name, state: "stale" });
      }
  }

  end(): void {
    this.#hasEnded = true;
    this.#runsByHash.clear();
  }
}

function isComponentFile(file: SitePath): boolean {
  return /\.[jt]sx?$/i.test(file) && !file.startsWith("/") && !/\\|(^|\/)\.\.(\/|$)/.test(file);
}
