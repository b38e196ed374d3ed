import type { FromPage, ToPage } from "../../../../webview/src/protocol.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteFiles } from "../read-frame.ts";
import { makeComponent, runnableScript, sandboxScript } from "./component-maker.ts";
import { ImportedFiles } from "./imported-files.ts";

type Run = Extract<FromPage, { kind: "runComponent" }>;

/** What the author has agreed to run, by the hash of a file and what it imports. Only where they trust the workspace. */
export interface ComponentConsent {
  readonly has: (hash: string) => boolean;
  readonly agree: (hash: string) => void;
}

/** Consent for as long as it is held here. `before`: hashes that were agreed to earlier, as a client keeps them. */
export function consentTo(before: unknown): ComponentConsent {
  const given: readonly unknown[] = Array.isArray(before) ? before : [];
  const agreed = new Set(given.filter((hash) => typeof hash === "string").slice(0, 1000));
  return { has: (hash) => agreed.has(hash), agree: (hash) => void agreed.add(hash) };
}

const mostRunning = 50;

/**
 * The components that one preview runs: only files of code of the site, only when the author has clicked or had the same
 * text run before, and only until one of the files changes.
 */
export class ComponentRuns {
  readonly #from: SiteFiles;
  readonly #consent: ComponentConsent;
  readonly #send: (message: ToPage) => void;
  readonly #running = new Map<string, { readonly run: Run; readonly imports: ImportedFiles }>();
  #ended = false;

  constructor(from: SiteFiles, consent: ComponentConsent, send: (message: ToPage) => void) {
    this.#from = from;
    this.#consent = consent;
    this.#send = send;
  }

  /** The page may offer to run components. */
  offer(): void {
    this.#send({ kind: "settings", settings: { runs: true } });
  }

  /** Never rejects. */
  async take(run: Run): Promise<void> {
    const { file, name, clicked } = run;
    if (!isComponentFile(file) || this.#running.size >= mostRunning) return;
    const imports = new ImportedFiles(this.#from);
    imports.want([file]);
    const made = await makeComponent(file, imports);
    if (this.#ended) return;
    const about = { kind: "component", file, name } as const;
    if (made.kind === "refused") {
      if (clicked) this.#send({ ...about, state: "refused", text: made.text });
      return;
    }
    const sandbox = sandboxScript();
    if (sandbox === undefined || (!clicked && !this.#consent.has(made.hash))) return;
    this.#consent.agree(made.hash);
    this.#running.set(`${file} ${name}`, { run, imports });
    this.#send({ ...about, state: "script", ...runnableScript(sandbox, made.text), hash: made.hash });
  }

  /** What has changed since is stopped: the author has agreed to another text. */
  follow(): void {
    for (const [key, { run, imports }] of this.#running)
      if (imports.refresh()) {
        this.#running.delete(key);
        this.#send({ kind: "component", file: run.file, name: run.name, state: "stale" });
      }
  }

  end(): void {
    this.#ended = true;
    this.#running.clear();
  }
}

function isComponentFile(file: SitePath): boolean {
  return /\.[jt]sx?$/i.test(file) && !file.startsWith("/") && !/\\|(^|\/)\.\.(\/|$)/.test(file);
}
