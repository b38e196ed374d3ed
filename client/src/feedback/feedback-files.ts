import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  largestCache,
  readCache,
  writeCache,
  type CachedFeedback,
} from "../../../server/src/feedback/entries/cache.ts";
import type { FeedbackProject } from "./feedback-project.ts";

/** What is kept of projects in the extension's own folder: entries without contacts, and when the service was asked. */
export class FeedbackFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when nothing is kept, or nothing that can be relied on. */
  async read(project: FeedbackProject): Promise<CachedFeedback | undefined> {
    const file = this.#file(project);
    try {
      // Two bytes at least are one unit of the text.
      if ((await stat(file)).size > largestCache * 2) return undefined;
      return readCache(await readFile(file, "utf8"), project);
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all, so that another window never reads half of it. False when it could not be written. */
  async write(project: FeedbackProject, cached: CachedFeedback): Promise<boolean> {
    const file = this.#file(project);
    const beside = `${file}.${process.pid}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(beside, writeCache(cached), { mode: 0o600 });
      await rename(beside, file);
      return true;
    } catch {
      await rm(beside, { force: true }).catch(() => undefined);
      return false;
    }
  }

  async remove(project: FeedbackProject): Promise<void> {
    await rm(this.#file(project), { force: true });
  }

  #file({ baseUrl, projectId }: FeedbackProject): string {
    const name = createHash("sha256").update(`${baseUrl}\n${projectId}`).digest("hex").slice(0, 32);
    return path.join(this.#folder, `${name}-entries.json`);
  }
}
