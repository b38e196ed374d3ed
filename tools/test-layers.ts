import { readFile } from "node:fs/promises";
import type { AffectedTests } from "./test-files/affected-tests.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One step of `npm test`: a command that exits with 0 on success. */
export interface Layer {
  readonly name: string;
  /** Arguments for Node.js. `{report}` is a file that the command may write, which `read` parses. */
  readonly command: readonly string[];
  /**
   * Whether the layer reads only the sources and doesn't depend on other layers, so it can run in parallel with
   * adjacent layers of this kind.
   */
  readonly isStatic?: true;
  /** Omitted with `--without-editor`. */
  readonly needs?: "editor";
  /**
   * Returns the counts in a report. If this function is missing, the command counts as one check, which passes if the
   * exit code is 0.
   */
  readonly read?: (report: string) => Promise<Counts>;
}

const bin = "node_modules/";
const runTestFiles = ["--import", "tsx", "tools/run-test-files.ts", "--report", "{report}"];

export const layers: readonly Layer[] = [
  { name: "build", command: ["esbuild.mjs"], isStatic: true },
  { name: "types", command: [`${bin}typescript/bin/tsc`, "-b"], isStatic: true },
  { name: "lint", command: [`${bin}oxlint/bin/oxlint`, "--type-aware", "--deny-warnings"], isStatic: true },
  { name: "format", command: [`${bin}oxfmt/bin/oxfmt`, "--check"], isStatic: true },
  { name: "unused", command: [`${bin}knip/bin/knip.js`], isStatic: true },
  {
    name: "spelling",
    // The options are the same as those of `npm run spelling`. Only files whose content has changed are read again, or
    // all files if the settings have changed.
    command: [
      `${bin}cspell/bin.mjs`,
      "lint",
      "--no-progress",
      "--no-summary",
      "--cache",
      "--cache-strategy=content",
      "--cache-location=node_modules/.cache/docwright/spelling",
    ],
    isStatic: true,
  },
  createTestLayer("core", [], ["server/src/core"]),
  createTestLayer("unit", ["--product"], ["client", "server", "test", "webview"], ["server/src/core", "test/webview"]),
  {
    name: "clients",
    command: ["--import", "tsx", "test/clients/neovim-check.ts", "--report", "{report}"],
    read: readCounts,
  },
  { ...createTestLayer("webview", ["--product", "--chromium"], ["test/webview"]), needs: "editor" },
  {
    name: "editor",
    command: ["--import", "tsx", "test/editor/run.ts", "--report", "{report}"],
    read: readCounts,
    needs: "editor",
  },
];

/** Returns a layer that runs the tests in these files and folders. */
function createTestLayer(
  name: string,
  flags: readonly string[],
  paths: readonly string[],
  without: readonly string[] = [],
): Layer {
  const skipped = without.map((folder) => `--without=${folder}`);
  return { name, command: [...runTestFiles, ...flags, ...skipped, ...paths], read: readCounts };
}

/**
 * Returns a layer for these test files or folders. The product isn't built for tests of core, because they don't start
 * any of its programs.
 */
export function getFilesLayer(paths: readonly string[]): Layer {
  const product = paths.every((place) => place.startsWith("server/src/core")) ? [] : ["--product"];
  return createTestLayer("files", product, paths);
}

/** Returns the layers for a change: all static checks, and only the tests that the change affects. */
export function getChangeLayers({ files, layers: names }: AffectedTests): readonly Layer[] {
  const inCore = files.filter((file) => file.startsWith("server/src/core/"));
  const inWebview = files.filter((file) => file.startsWith("test/webview/"));
  const others = files.filter((file) => !inCore.includes(file) && !inWebview.includes(file));
  return layers.flatMap((layer): Layer[] => {
    switch (layer.name) {
      case "core":
        return inCore.length > 0 ? [createTestLayer(layer.name, [], inCore)] : [];
      case "unit":
        return others.length > 0 ? [createTestLayer(layer.name, ["--product"], others)] : [];
      case "webview": {
        const flags = ["--product", "--chromium"];
        return inWebview.length > 0 ? [{ ...createTestLayer(layer.name, flags, inWebview), needs: "editor" }] : [];
      }
      default:
        return layer.isStatic || names.has(layer.name) ? [layer] : [];
    }
  });
}

/** Returns the counts in a report. The runners print the failures themselves. */
async function readCounts(report: string): Promise<Counts> {
  return JSON.parse(await readFile(report, "utf8")) as Counts;
}
