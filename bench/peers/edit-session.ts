import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LspDriver, type ReceivedDiagnostic } from "../lsp-driver.ts";
import { findLocations, type Fault, type TextLocation } from "./faults.ts";

/** A language server, and how a client talks to it. */
export interface ServerTool {
  readonly name: string;
  /** The path of the script that starts the server. */
  readonly server: string;
  readonly languageId: string;
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: object;
  /** Whether the client requests diagnostics. Otherwise, it waits for the server to publish them. */
  readonly isPulling?: boolean;
}

/** The results of injecting and removing one fault, at one position or more. */
export interface EditResult {
  readonly fault: string;
  /** The milliseconds from each edit to the diagnostics that contain or no longer contain the fault. */
  readonly times: readonly number[];
  /** The lines of the diagnostics for the first position, from 0. Empty if the fault isn't reported. */
  readonly lines: readonly number[];
  /** The CPU time of the whole process for all edits, in milliseconds. NaN if the system doesn't provide it. */
  readonly cpu: number;
  /** The peak memory of the process in MB. */
  readonly memory: number;
}

const sessionSeconds = 600;
/** A fault that isn't reported by then counts as not reported. */
const editSeconds = 15;

/** Starts a server, and injects and removes each fault at a number of positions in the file. */
export async function editInServer(
  tool: ServerTool,
  site: string,
  faults: readonly Fault[],
  count: number,
): Promise<readonly EditResult[]> {
  const cache = mkdtempSync(join(tmpdir(), "docwright-cache-"));
  const driver = new LspDriver(tool.server, site, {
    cache,
    seconds: sessionSeconds,
    ...(tool.configuration && { configuration: tool.configuration }),
  });
  try {
    await driver.initialize(
      {
        workspace: { configuration: true, ...(tool.isPulling && { diagnostics: {} }) },
        textDocument: {
          publishDiagnostics: { versionSupport: true },
          synchronization: {},
          ...(tool.isPulling && { diagnostic: {} }),
        },
      },
      tool.initializationOptions,
    );
    const file = faults[0]?.file ?? "";
    const text = await driver.open(file, tool.languageId);
    // Only Docwright has this request.
    await driver.waitUntilAtRest(sessionSeconds).catch(() => undefined);
    await driver.waitUntilQuiet();
    const editor = new Editor(driver, tool, file);
    const clean = new Set((await editor.waitForDiagnostics()).map(getKey));
    const results: EditResult[] = [];
    for (const fault of faults) results.push(await editFault(driver, editor, clean, fault, text, count));
    return results;
  } finally {
    await driver.stop().catch(() => undefined);
    rmSync(cache, { recursive: true, force: true });
  }
}

async function editFault(
  driver: LspDriver,
  editor: Editor,
  clean: ReadonlySet<string>,
  fault: Fault,
  text: string,
  count: number,
): Promise<EditResult> {
  const times: number[] = [];
  let lines: readonly number[] = [];
  const before = driver.processTime() ?? NaN;
  for (const place of findLocations(fault, text, count)) {
    const oldText = text.slice(place.offset, place.offset + place.length);
    const isNew = (one: ReceivedDiagnostic) => !clean.has(getKey(one));
    // If no tool reports the edit, the first diagnostics for the new version count.
    const isFound = (all: readonly ReceivedDiagnostic[]) => fault.isHarmless === true || all.some(isNew);
    const isGone = (all: readonly ReceivedDiagnostic[]) => !all.some(isNew);
    const wasFound = await editor.replace(place, oldText.length, fault.replacement, isFound);
    const gone = await editor.replace(place, fault.replacement.length, oldText, isGone);
    if (times.length === 0) lines = wasFound?.diagnostics.filter(isNew).map(({ range }) => range.start.line) ?? [];
    if (wasFound && gone) times.push(wasFound.milliseconds, gone.milliseconds);
  }
  const cpu = (driver.processTime() ?? NaN) - before;
  return { fault: fault.what, times, lines, cpu, memory: driver.readMemory(true) ?? NaN };
}

/** Edits a file and waits for the diagnostics. */
class Editor {
  readonly #driver;
  readonly #tool;
  readonly #file;
  #version = 1;

  constructor(driver: LspDriver, tool: ServerTool, file: string) {
    this.#driver = driver;
    this.#tool = tool;
    this.#file = file;
  }

  async waitForDiagnostics(): Promise<readonly ReceivedDiagnostic[]> {
    const uri = this.#driver.toUri(this.#file);
    if (this.#tool.isPulling !== true) return this.#driver.latest.get(uri)?.diagnostics ?? [];
    const params = { textDocument: { uri } };
    const { items } = await this.#driver.request<{ readonly items: readonly ReceivedDiagnostic[] }>(
      "textDocument/diagnostic",
      params,
    );
    return items;
  }

  /** Replaces text, and returns the first diagnostics that meet the condition, or undefined if there are none in time. */
  async replace(
    place: TextLocation,
    length: number,
    text: string,
    isDone: (diagnostics: readonly ReceivedDiagnostic[]) => boolean,
  ): Promise<{ readonly milliseconds: number; readonly diagnostics: readonly ReceivedDiagnostic[] } | undefined> {
    const version = ++this.#version;
    const begin = performance.now();
    const pushed = this.#tool.isPulling
      ? undefined
      : this.#driver
          .waitForPublished(
            this.#file,
            (one) => (one.version ?? version) === version && isDone(one.diagnostics),
            editSeconds,
          )
          .catch(() => undefined);
    await this.#driver.insert(this.#file, version, place, text, length);
    const diagnostics = pushed ? (await pushed)?.diagnostics : await this.waitForDiagnostics();
    const milliseconds = performance.now() - begin;
    // Simulates a pause, so that work that the server does after its response isn't included in the time for the next edit.
    await new Promise((resolve) => setTimeout(resolve, 60));
    return diagnostics && isDone(diagnostics) ? { milliseconds, diagnostics } : undefined;
  }
}

const getKey = ({ message, range }: ReceivedDiagnostic) => `${range.start.line} ${message}`;
