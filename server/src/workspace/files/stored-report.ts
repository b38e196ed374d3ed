import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { type Data, createListSchema, parseMessage, createTextSchema } from "../../core/text/parse-message.ts";
import { toAbsolutePath, type Disk, maxFiles, toSitePath } from "./disk.ts";
import { compareWithDisk, DiskRecord, type SavedDisk, createStamp } from "./file-stamps.ts";
import { createNodeDisk } from "./node-disk.ts";
import {
  dropOldestCacheFiles,
  readCacheFile,
  getRemoteSpecFolder,
  getUserCacheFolder,
  writeCacheFile,
} from "./user-cache.ts";

/** A report of `docwright check` as printed, with a placeholder character instead of the duration. */
export interface FinishedReport {
  readonly text: string;
  readonly notices: readonly string[];
  readonly exitCode: 0 | 1;
}

/** The maximum length of a file with a report, in UTF-16 code units. */
const maxReportSize = 8_000_000;
const maxFolderSize = 64_000_000;
const maxReports = 100;
const maxPathLength = 4096;
const fileSuffix = ".report.json";

const pathSchema = createTextSchema(maxPathLength);
const hashSchema = createTextSchema(64);

/** The schema for a file with a report. The file isn't trusted, because any program may have written it. */
const storedReportSchema = v.object({
  key: hashSchema,
  /** The sites' folders, relative to the folder that was checked. */
  disks: createListSchema(
    1000,
    v.object({
      place: pathSchema,
      observed: v.object({
        listings: createListSchema(2, v.object({ skipped: createListSchema(maxFiles, pathSchema), hash: hashSchema })),
        files: createListSchema(2 * maxFiles, createTextSchema(maxPathLength + 200)),
      }),
    }),
  ),
  /** The file names of local copies of remote specifications. None of them existed. */
  copies: createListSchema(1000, v.pipe(v.string(), v.regex(/^[\da-f]{64}\.spec$/))),
  report: v.object({
    text: createTextSchema(maxReportSize),
    notices: createListSchema(1000, createTextSchema(10_000)),
    exitCode: v.picklist([0, 1]),
  }),
});

type StoredReportData = Data<typeof storedReportSchema>;

interface StoredDisk {
  readonly place: string;
  readonly observed: SavedDisk;
}

/**
 * The report of an earlier run with the same options, which is printed again if nothing that the run has observed on
 * the disk has changed. Anything unexpected in the file is treated as a missing report. Write errors are ignored.
 */
export class StoredReport {
  readonly #folder: string;
  readonly #file: string;
  readonly #key: string;
  readonly #recordsByRoot = new Map<string, DiskRecord>();

  /**
   * `program` is the folder that contains this program, and `folder` is the folder that is checked. `inputs` is
   * everything else that the report depends on.
   */
  constructor(
    program: string,
    folder: string,
    inputs: readonly unknown[],
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.#folder = folder;
    this.#key = createHash("sha256")
      .update(JSON.stringify([listProgramStamps(program), process.version, folder, inputs]))
      .digest("hex");
    this.#file = join(getUserCacheFolder(environment), "reports", `${this.#key}${fileSuffix}`);
  }

  /** Returns the stored report if it's still correct. */
  read(): FinishedReport | undefined {
    const storedData = parseMessage(storedReportSchema, readCacheFile(this.#file, 3 * maxReportSize));
    if (storedData?.key !== this.#key || !isPrintable(storedData.report)) return undefined;
    if (storedData.copies.some((name) => hasCopy(name))) return undefined;
    if (!storedData.disks.some(({ place }) => place === "")) return undefined;
    const disks: StoredDisk[] = [];
    for (const { place, observed } of storedData.disks) {
      const root = place === "" ? this.#folder : toAbsolutePath(this.#folder, place);
      const currentState = root === undefined ? undefined : compareWithDisk(observed, createNodeDisk(root));
      if (!currentState) return undefined;
      disks.push({ place, observed: currentState });
    }
    if (disks.some(({ observed }, i) => observed !== storedData.disks[i]?.observed))
      this.#write({ ...storedData, disks });
    return storedData.report;
  }

  /** Returns a disk that records everything that the run observes. */
  readonly openDisk = (root: string): Disk => {
    const record = this.#recordsByRoot.get(root) ?? new DiskRecord();
    this.#recordsByRoot.set(root, record);
    return record.wrapDisk(createNodeDisk(root));
  };

  /** Stores a report. `copies` are the names of the files that must not exist, because their content isn't recorded. */
  save(report: FinishedReport, copies: readonly string[]): void {
    if (!isPrintable(report) || copies.some(hasCopy)) return;
    const disks: StoredDisk[] = [];
    for (const [root, record] of this.#recordsByRoot) {
      const [folder, disk] = [toSitePath(this.#folder, root), record.toSavedDisk()];
      if (folder === undefined || !disk) return;
      disks.push({ place: folder, observed: disk });
    }
    this.#write({ key: this.#key, disks, copies, report });
  }

  #write(content: StoredReportData): void {
    const json = JSON.stringify(content);
    if (json.length > maxReportSize || !writeCacheFile(this.#file, json)) return;
    dropOldestCacheFiles(dirname(this.#file), fileSuffix, { maxFiles: maxReports, maxSize: maxFolderSize });
  }
}

function hasCopy(name: string): boolean {
  return existsSync(join(getRemoteSpecFolder(), name));
}

/**
 * Matches the escape codes of `colors` in `cli/terminal/output.ts`, and the other control characters that a report can
 * contain.
 */
const safeOutputPattern = /\u001b\[(?:0|1;31|1;4|2|3[2346])m|[\n\0]/g;

/** Whether the text has no effect on a terminal other than setting colors. */
function isPrintable({ text, notices }: FinishedReport): boolean {
  return !/[\0-\x1f\x7f-\x9f]/.test(text.replaceAll(safeOutputPattern, "") + notices.join(""));
}

/** Returns the stamps of the program's files, at least one of which changes whenever the program is replaced. */
function listProgramStamps(folder: string): string[] {
  return ["", "engine", "translations"].flatMap((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    return readdirSync(file, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${name}/${entry.name} ${createStamp(statSync(join(file, entry.name)))}`)
      .sort();
  });
}
