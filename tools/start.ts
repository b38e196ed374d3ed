// npm start [-- DIR] [-- --no-open]: builds, starts the sample services, and opens a site in a real editor with the
// extension in development mode.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chooseEditor, hasDisplay } from "./editor/choose-editor.ts";
import { openOnDesktop, serveToBrowser } from "./editor/open-site.ts";
import { feedbackSettings } from "../sample/services/feedback/demo-access.ts";
import { startServices } from "../sample/services/start-services.ts";
import { stopSignal } from "./stop-signal.ts";

const project = path.resolve(__dirname, "..");

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "no-open": { type: "boolean", default: false },
      /** Preserved between starts: window layout, user settings, and entered secrets. */
      profile: { type: "string", default: path.join(project, ".vscode-dev") },
    },
  });
  // npm runs this script in the project folder. INIT_CWD is the user's working directory.
  const sample = path.join(project, "sample", "site");
  const site = positionals[0] ? path.resolve(process.env["INIT_CWD"] ?? ".", positionals[0]) : sample;
  if (!existsSync(site)) throw new Error(`Can’t find folder ${site}.`);
  const build = spawnSync(process.execPath, ["esbuild.mjs"], { cwd: project, stdio: "inherit" });
  if (build.status !== 0) throw new Error("The build failed, so nothing is opened.");
  const stop = stopSignal();
  const services = site === sample ? await startServices(console.log) : undefined;
  try {
    const editor = await chooseEditor(console.log);
    if (stop.aborted) return;
    const request = {
      site,
      extension: project,
      profile: path.resolve(values.profile),
      settings: { add: services?.settings ?? {}, remove: feedbackSettings },
    };
    if (editor.kind === "desktop") await openOnDesktop(editor.executable, request, stop);
    else await serveToBrowser(editor.codeServer, request, !values["no-open"] && hasDisplay(), stop);
  } finally {
    await services?.end();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
