import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { syntaxFixKinds, syntaxProblemKinds, type SyntaxProblem } from "../../core/page/syntax-problem.ts";
import { countSchema, createListSchema, parseMessage, createTextSchema } from "../../core/text/parse-message.ts";
import { readCacheFile, getUserCacheFolder, writeCacheFile } from "../files/user-cache.ts";

const maxItems = 20;
const shownTextSchema = createTextSchema(20_000);
const rangeSchema = v.pipe(
  v.object({ start: countSchema, end: countSchema }),
  v.check(({ start, end }) => start <= end),
);

/** The schema for problems in a cache file. The file isn't trusted, because any program may have written it. */
const cachedProblemsSchema = createListSchema(
  maxItems,
  v.object({
    kind: v.picklist(syntaxProblemKinds),
    range: rangeSchema,
    text: shownTextSchema,
    other: v.exactOptional(v.object({ text: shownTextSchema, range: rangeSchema })),
    fixes: createListSchema(
      maxItems,
      v.object({
        kind: v.picklist(syntaxFixKinds),
        text: shownTextSchema,
        edits: createListSchema(maxItems, v.object({ range: rangeSchema, newText: shownTextSchema })),
      }),
    ),
  }),
);

const maxFileSize = 16_000_000;
const maxPages = 60_000;

interface CacheFile {
  /** Identifies the checker that produced the results. A different checker may produce different results. */
  readonly checker: string;
  readonly pages: Readonly<Record<string, readonly SyntaxProblem[]>>;
}

/**
 * Caches the MDX syntax problems on pages by the hash of their text, in a file that persists between runs. The file's
 * only purpose is to save time, so a file that is missing, broken, or from another version is treated as empty. Write
 * errors are ignored.
 */
export class SyntaxCache {
  readonly #file: string | undefined;
  readonly #checker: string;
  #problemsByKey: Map<string, readonly SyntaxProblem[]> | undefined;
  #isChanged = false;

  /** Creates a cache. If `file` is undefined, results are cached only for this run. */
  constructor(file: string | undefined, checker: string) {
    this.#file = file;
    this.#checker = checker;
  }

  get(key: string, textLength: number): readonly SyntaxProblem[] | undefined {
    const storedProblems = this.#load().get(key);
    return storedProblems?.every(({ range, fixes }) => range.end <= textLength && fixes.every(isInRange))
      ? storedProblems
      : undefined;

    function isInRange({ edits }: SyntaxProblem["fixes"][number]): boolean {
      return edits.every((edit) => edit.range.end <= textLength);
    }
  }

  set(key: string, problems: readonly SyntaxProblem[]): void {
    const problemsByKey = this.#load();
    problemsByKey.set(key, problems);
    this.#isChanged = true;
    dropOldest(problemsByKey);
  }

  /** Writes new results. Preserves results that other runs have written since the file was read. */
  save(): void {
    if (this.#file === undefined || !this.#isChanged) return;
    const problemsByKey = new Map([...readCache(this.#file, this.#checker), ...this.#load()]);
    dropOldest(problemsByKey);
    const content: CacheFile = { checker: this.#checker, pages: Object.fromEntries(problemsByKey) };
    const text = JSON.stringify(content);
    if (text.length > maxFileSize) return;
    this.#isChanged = !writeCacheFile(this.#file, text);
  }

  #load(): Map<string, readonly SyntaxProblem[]> {
    return (this.#problemsByKey ??=
      this.#file === undefined ? new Map<string, readonly SyntaxProblem[]>() : readCache(this.#file, this.#checker));
  }
}

/**
 * Returns the user's cache for the checker in this file. If the checker isn't bundled, results are cached only for this
 * run.
 */
export function createUserSyntaxCache(worker: string): SyntaxCache {
  const checker = worker.endsWith(".js") ? hashFile(worker) : undefined;
  return checker === undefined ? new SyntaxCache(undefined, "") : new SyntaxCache(getCacheFile(), checker);
}

function getCacheFile(): string {
  return join(getUserCacheFolder(), "mdx-syntax.json");
}

function hashFile(path: string): string | undefined {
  try {
    return createHash("sha1").update(readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

function readCache(file: string, checker: string): Map<string, readonly SyntaxProblem[]> {
  const content = readCacheFile(file, maxFileSize);
  if (!isCacheFile(content) || content.checker !== checker) return new Map();
  return new Map(
    Object.entries(content.pages).flatMap(([key, value]) => {
      const problems = parseMessage(cachedProblemsSchema, value);
      return problems ? [[key, problems] as const] : [];
    }),
  );
}

function isCacheFile(value: unknown): value is { checker: string; pages: Record<string, unknown> } {
  return (
    typeof value === "object" &&
    value !== null &&
    "checker" in value &&
    "pages" in value &&
    typeof value.pages === "object" &&
    value.pages !== null
  );
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= maxPages) return;
    map.delete(key);
  }
}
