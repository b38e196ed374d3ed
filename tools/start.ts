// npm start [-- DIR] [-- --no-open]: builds, and opens a site in a real editor with the extension in development mode.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chooseEditor, hasDisplay } from "./editor/choose-editor.ts";
import { EditorHost } from "./editor/editor-host.ts";
import { findInstalledChromium } from "./editor/find-chromium.ts";
import type { CodeServer } from "./editor/install-code-server.ts";
import { workbenchUrl } from "./editor/workbench-url.ts";
import { exitCode } from "./exit-code.ts";
import { stopSignal } from "./stop-signal.ts";

const project = path.resolve(__dirname, "..");
/** Kept between starts: window layout, user settings, secrets typed in. */
const profile = path.join(project, ".vscode-dev");

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "no-open": { type: "boolean", default: false } },
  });
  const site = path.resolve(positionals[0] ?? path.join(project, "sample", "site"));
  if (!existsSync(site)) return fail(`There is no folder ${site}.`);
  const build = spawnSync(process.execPath, [path.join(project, "esbuild.mjs")], {
    cwd: project,
    stdio: "inherit",
  });
  if (build.status !== 0) return fail("The build failed.");
  const stop = stopSignal();
  const editor = await chooseEditor(console.log);
  await mkdir(profile, { recursive: true });
  if (editor.kind === "desktop") await runDesktop(editor.executable, site, stop);
  else await runBrowser(editor.codeServer, site, !values["no-open"] && hasDisplay(), stop);
  return 0;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

/** Runs until the window is closed or we are told to stop. */
async function runDesktop(executable: string, site: string, stop: AbortSignal): Promise<void> {
  console.log(`Opening ${site} in ${executable}`);
  const folders = [
    "--user-data-dir",
    path.join(profile, "desktop"),
    "--extensions-dir",
    path.join(profile, "extensions"),
  ];
  const development = ["--extensionDevelopmentPath=" + project, "--disable-updates", "--skip-welcome"];
  const window = spawn(executable, [...folders, ...development, "--new-window", site, ...firstFile(site)], {
    stdio: "ignore",
  });
  await endedOrStopped(window, stop);
}

/** Serves the editor until we are told to stop. */
async function runBrowser(
  codeServer: CodeServer,
  site: string,
  open: boolean,
  stop: AbortSignal,
): Promise<void> {
  const host = await EditorHost.start({ codeServer, profile });
  try {
    const [openFile] = firstFile(site);
    const url = workbenchUrl({
      authority: host.authority,
      folder: site,
      extension: project,
      ...(openFile ? { openFile } : {}),
    });
    console.log(`\n${site} is open in a real VS Code at\n\n  ${url}\n\nCtrl-C ends it.`);
    const chromium = open ? findInstalledChromium() : undefined;
    if (chromium) {
      const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
      const browserProfile = `--user-data-dir=${path.join(profile, "browser")}`;
      await endedOrStopped(
        spawn(chromium, [...sandbox, browserProfile, "--no-first-run", `--app=${url}`], { stdio: "ignore" }),
        stop,
      );
    } else if (!stop.aborted) await once(stop, "abort");
  } finally {
    await host.stop();
  }
}

function firstFile(site: string): string[] {
  const file = path.join(site, "docs.json");
  return existsSync(file) ? [file] : [];
}

async function endedOrStopped(window: ChildProcess, stop: AbortSignal): Promise<void> {
  const end = () => window.kill();
  if (stop.aborted) end();
  stop.addEventListener("abort", end);
  await exitCode(window);
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
