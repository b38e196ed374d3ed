import { readFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { transform, type Plugin } from "esbuild";
import { findFaults, injectFaults, type Fault } from "./find-faults.ts";

/** A fault in a module of the project. */
export interface ModuleFault extends Fault {
  readonly id: number;
  /** Path of the module, relative to the project. */
  readonly file: string;
  /** The line in the module. The first line is 1. */
  readonly line: number;
  /** The code without and with the fault, on one line, such as `a < b → (a) <= (b)`. */
  readonly change: string;
}

/** Returns the faults that can be injected into a TypeScript module. Their IDs start at `firstId`. */
export async function readFaults(project: string, file: string, firstId: number): Promise<ModuleFault[]> {
  const { code, map } = await compile(path.join(project, file));
  const lines = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return findFaults(code).map((fault, index) => {
    const before = code.slice(0, fault.start).split("\n");
    const entry = lines.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    const line = "originalLine" in entry ? entry.originalLine + 1 : 0;
    const change = `${code.slice(fault.start, fault.end)} → ${fault.replacement}`.replace(/\s+/g, " ");
    return { ...fault, id: firstId + index, file, line, change };
  });
}

/**
 * An esbuild plugin that adds the faults to the bundled modules. Each fault is inactive unless the environment variable
 * `DOCWRIGHT_FAULT` is its ID.
 */
export function bundleFaults(project: string, faults: readonly ModuleFault[]): Plugin {
  return {
    name: "faults",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const injected = faults.filter((fault) => path.join(project, fault.file) === file);
        if (injected.length === 0) return undefined;
        return { contents: injectFaults((await compile(file)).code, injected), loader: "js" };
      });
    },
  };
}

/**
 * Defines `docwrightFault(id)`, which returns whether a fault is active. When a test reaches a fault for the first
 * time, the function writes the tested file and the ID to the file specified by `DOCWRIGHT_FAULTS_REACHED`, if this
 * variable is set.
 */
export const faultSwitch = `
const docwrightFault = (() => {
  const active = Number(process.env.DOCWRIGHT_FAULT ?? NaN);
  const reached = process.env.DOCWRIGHT_FAULTS_REACHED;
  if (reached === undefined) return (id) => id === active;
  let file, known = new Set();
  process.on("message", (message) => ([file, known] = [message.file, new Set()]));
  return (id) => {
    if (!known.has(id)) require("node:fs").appendFileSync(reached, \`\${file} \${id}\\n\`);
    known.add(id);
    return false;
  };
})();
`;

async function compile(file: string): Promise<{ readonly code: string; readonly map: string }> {
  return transform(await readFile(file, "utf8"), { loader: "ts", target: "node20", sourcemap: "external" });
}
