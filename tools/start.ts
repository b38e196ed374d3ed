import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { chooseEditor, hasDisplay } from "./editor/choose-editor.ts";
import { openOnDesktop, type OpenRequest, serveToBrowser } from "./editor/open-site.ts";
import { feedbackSettings } from "../sample/services/feedback/demo-access.ts";
import { startServices } from "../sample/services/start-services.ts";
import { stopSignal } from "./stop-signal.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    help: `Usage: npm start [-- [options] [DIR]]

Builds, starts the sample services, and opens a site in a real editor with the
extension in development mode. DIR is the site (default: a copy of the sample
site).

Options:
  --no-open      only print the URL if the editor opens in a browser
  --profile DIR  folder for window layout, user settings, and secrets
                 (default: .vscode-dev)
  --help         show this help`,
    options: {
      "no-open": { type: "boolean", default: false },
      /**
       * This folder is preserved between starts, because it contains the window layout, the user settings, and the
       * secrets that the user has entered.
       */
      profile: { type: "string", default: path.join(project, ".vscode-dev") },
    },
    count: { min: 0, max: 1 },
  });
  // npm runs this script in the project folder, so the user's working directory comes from INIT_CWD.
  const sample = path.join(project, "sample", "site");
  const profile = path.resolve(values.profile);
  const [directory] = positionals;
  const site = directory ? path.resolve(process.env["INIT_CWD"] ?? ".", directory) : copySample(sample, profile);
  const isSample = directory === undefined || site === sample;
  if (!existsSync(site)) throw new Error(`Can’t find folder ${site}.`);
  // Tests that have already built the product set this variable.
  if (process.env["DOCWRIGHT_BUILT"] !== path.join(project, "dist")) {
    const build = spawnSync(process.execPath, ["esbuild.mjs"], { cwd: project, stdio: "inherit" });
    if (build.status !== 0) throw new Error("The build failed, so nothing is opened.");
  }
  const stop = stopSignal();
  const services = isSample ? await startServices(console.log) : undefined;
  try {
    const editor = await chooseEditor(console.log);
    if (stop.aborted) return;
    const request = {
      site,
      extension: project,
      profile,
      ...findFileToShow(site, isSample),
      settings: { add: services?.settings ?? {}, remove: feedbackSettings },
    };
    if (editor.kind === "desktop") await openOnDesktop(editor.executable, request, stop);
    else await serveToBrowser(editor.codeServer, request, !values["no-open"] && hasDisplay(), stop);
  } finally {
    await services?.end();
  }
}

/** Copies the sample site on each start so that edits don't change the repository. */
function copySample(sample: string, profile: string): string {
  const copy = path.join(profile, "berthline-docs");
  rmSync(copy, { recursive: true, force: true });
  cpSync(sample, copy, { recursive: true });
  console.log("The sample site is a copy. It's restored each time you run npm start.");
  return copy;
}

/**
 * Returns the file to open, which is docs.json. In the sample site, docs.json is opened at the first deliberate error,
 * which is explained beside the file.
 */
function findFileToShow(site: string, isSample: boolean): Pick<OpenRequest, "openFile" | "explainedFile"> {
  const file = path.join(site, isSample ? "faults/docs.json" : "docs.json");
  if (!existsSync(file)) return {};
  const lines = isSample ? readFileSync(file, "utf8").split("\n") : [];
  const line = lines.findIndex((text) => text.includes('"guides/instal"'));
  const column = (lines[line]?.indexOf("guides/instal") ?? -1) + 1;
  if (line < 0) return { openFile: file };
  return { openFile: `${file}:${line + 1}:${column}`, explainedFile: file };
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
