import { readFile } from "node:fs/promises";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One step of `npm test`: a command that ends with 0 when all is well. */
export interface Layer {
  readonly name: string;
  /** Arguments of node. `{report}` is a file the command may leave, for `read`. */
  readonly command: readonly string[];
  /** Reads the sources alone, and needs nothing that another layer leaves: it runs beside its neighbors of the kind. */
  readonly isStatic?: true;
  /** Left out by `--without-editor`. */
  readonly needs?: "editor";
  /** Without it the command is one check, passed or failed by its exit code. */
  readonly read?: (report: string) => Promise<Counts>;
}

const bin = "node_modules/";
const runTestFiles = ["--import", "tsx", "tools/run-test-files.ts", "--report", "{report}"];

export const layers: readonly Layer[] = [
  { name: "build", command: ["esbuild.mjs"], isStatic: true },
  { name: "types", command: [`${bin}typescript/bin/tsc`, "-b"], isStatic: true },
  { name: "lint", command: [`${bin}oxlint/bin/oxlint`, "--type-aware", "--deny-warnings"], isStatic: true },
  {
    name: "format",
    isStatic: true,
    // By content, since a fresh clone and a change of branch touch every file.
    command: [
      `${bin}prettier/bin/prettier.cjs`,
      "--check",
      "--log-level=warn",
      "--cache",
      "--cache-strategy=content",
      ".",
    ],
  },
  { name: "unused", command: [`${bin}knip/bin/knip.js`], isStatic: true },
  { name: "core", command: [...runTestFiles, "server/src/core"], read: readCounts },
  {
    name: "unit",
    command: [
      ...runTestFiles,
      "--product",
      "--without=server/src/core",
      "--without=test/webview",
      "client",
      "server",
      "test",
      "webview",
    ],
    read: readCounts,
  },
  {
    name: "clients",
    command: ["--import", "tsx", "test/clients/neovim-check.ts", "--report", "{report}"],
    read: readCounts,
  },
  {
    name: "webview",
    command: [...runTestFiles, "--product", "--chromium", "test/webview"],
    read: readCounts,
    needs: "editor",
  },
  {
    name: "editor",
    command: ["--import", "tsx", "test/editor/run.ts", "--report", "{report}"],
    read: readCounts,
    needs: "editor",
  },
];

/** Some test files, or those in some folders. Core starts nothing that ships, which is not built for it. */
export function layerOfFiles(places: readonly string[]): Layer {
  const product = places.every((place) => place.startsWith("server/src/core")) ? [] : ["--product"];
  return { name: "files", command: [...runTestFiles, ...product, ...places], read: readCounts };
}

/** The runners print what failed themselves. */
async function readCounts(report: string): Promise<Counts> {
  return JSON.parse(await readFile(report, "utf8")) as Counts;
}
