import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { exitCode } from "../exit-code.ts";
import { packageExtension } from "../package-extension.ts";
import { buildFirstProblem } from "./build-first-problem.ts";
import { editSettings, type SettingsEdit } from "./edit-settings.ts";
import { EditorHost } from "./editor-host.ts";
import { findInstalledChromium } from "./find-chromium.ts";
import type { CodeServer } from "./install-code-server.ts";
import { prepareProfile } from "./prepare-profile.ts";
import { endGroup, startGroup } from "./process-group.ts";
import { createWorkbenchUrl } from "./workbench-url.ts";

export interface OpenRequest {
  readonly site: string;
  /** The folder of the extension in development. */
  readonly extension: string;
  readonly profile: string;
  /** The file to show, optionally with a line and column, such as `docs.json:12:5`. */
  readonly openFile?: string;
  /** The file in `openFile`, without a line. If set, the documentation for the problem on that line is also opened. */
  readonly explainedFile?: string;
  /** Edits to the profile's user settings. */
  readonly settings: SettingsEdit;
}

/**
 * Opens the site in a VS Code window. After the window is closed or `stop` is aborted, resolves once all of the
 * window's processes have ended.
 */
export async function openOnDesktop(executable: string, request: OpenRequest, stop: AbortSignal): Promise<void> {
  const { data, extensions } = await prepareProfile(path.join(request.profile, "desktop"));
  await editSettings(path.join(data, "User", "settings.json"), request.settings);
  const helper = await buildHelper(request);
  console.log(`Opening ${request.site} in ${executable}`);
  await runWindow(
    executable,
    [
      `--user-data-dir=${data}`,
      `--extensions-dir=${extensions}`,
      `--extensionDevelopmentPath=${request.extension}`,
      ...(helper ? [`--extensionDevelopmentPath=${helper.extension}`] : []),
      "--disable-updates",
      "--skip-welcome",
      "--new-window",
      request.site,
      ...(request.openFile ? ["--goto", request.openFile] : []),
    ],
    request.profile,
    stop,
  );
}

/**
 * Serves the site in code-server and prints its URL. The extension is installed as a package, because code-server
 * doesn't show notifications if an extension in development is loaded. If `isOpen` is set, also shows the site in an
 * installed Chromium. After that window is closed or `stop` is aborted, resolves once all processes have ended.
 */
export async function serveToBrowser(
  codeServer: CodeServer,
  request: OpenRequest,
  isOpen: boolean,
  stop: AbortSignal,
): Promise<void> {
  const profile = path.join(request.profile, "browser");
  const { data } = await prepareProfile(profile);
  // Settings are written to both files, because an editor on a server reads settings that specify hosts only from the
  // machine settings.
  for (const folder of ["User", "Machine"])
    await editSettings(path.join(data, folder, "settings.json"), request.settings);
  const vsix = path.join(request.profile, "docwright.vsix");
  await packageExtension(vsix);
  const helper = await buildHelper(request);
  const host = await EditorHost.start({
    codeServer,
    profile,
    vsix: helper ? [vsix, helper.vsix] : [vsix],
    withoutTestDriver: true,
  });
  let shortcut: Server | undefined;
  try {
    const { site: folder, openFile } = request;
    const target = createWorkbenchUrl({ authority: host.authority, folder, ...(openFile && { openFile }) });
    shortcut = await redirectTo(target);
    const url = `http://localhost:${(shortcut.address() as AddressInfo).port}/`;
    console.log(`\n${request.site} is open in a real VS Code at\n\n  ${url}\n\nPress Ctrl+C to stop.`);
    const chromium = isOpen ? findInstalledChromium() : undefined;
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const window = [`--user-data-dir=${path.join(request.profile, "chromium")}`, "--no-first-run", `--app=${url}`];
    if (chromium) await runWindow(chromium, [...sandbox, ...window], request.profile, stop);
    else if (!stop.aborted) await once(stop, "abort");
  } finally {
    shortcut?.close();
    await host.stop();
  }
}

async function buildHelper({ profile, explainedFile }: OpenRequest) {
  return explainedFile === undefined ? undefined : buildFirstProblem(profile, explainedFile);
}

/** Serves a redirect at a short URL, because the URL of a workbench contains the folder and the open file. */
async function redirectTo(target: string): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(302, { Location: target }).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function runWindow(program: string, args: readonly string[], profile: string, stop: AbortSignal): Promise<void> {
  const window = startGroup(program, args, { env: process.env, log: path.join(profile, "window.log") });
  await Promise.race([exitCode(window), stop.aborted ? undefined : once(stop, "abort")]);
  await endGroup(window);
}
