import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { downloadAndUnzipVSCode, SilentReporter } from "@vscode/test-electron";
import { findOnPath } from "./find-on-path.ts";
import { getEditorCache, installCodeServer, type CodeServer } from "./install-code-server.ts";

/** An installation of VS Code that opens its own window or serves its window to a browser. */
export type Editor =
  | { readonly kind: "desktop"; readonly executable: string }
  | { readonly kind: "browser"; readonly codeServer: CodeServer };

/**
 * Returns the editor to use: `VSCODE_PATH`, `code` on PATH if there is a display, a downloaded VS Code if a window can
 * open, or code-server from the npm registry. If none of these is available, throws an error that explains what to do.
 */
export async function chooseEditor(log: (line: string) => void): Promise<Editor> {
  const editorPath = process.env["VSCODE_PATH"];
  if (editorPath) {
    if (!existsSync(editorPath)) throw new Error(`The file in VSCODE_PATH doesn't exist: ${editorPath}`);
    return { kind: "desktop", executable: findProgram(editorPath) ?? editorPath };
  }
  if (hasDisplay()) {
    const launcher = findOnPath(["code"]);
    const installed = launcher && findProgram(launcher);
    if (installed) return { kind: "desktop", executable: installed };
    const downloaded = await downloadVSCode(log);
    if (downloaded) return { kind: "desktop", executable: downloaded };
  }
  return { kind: "browser", codeServer: await installCodeServer(log) };
}

/** Whether a window can open, which is always the case on macOS and Windows. */
export function hasDisplay(): boolean {
  return process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
}

/**
 * Returns the program that the `code` launcher starts, or undefined if the program's location is unknown (Snap,
 * Flatpak). The launcher itself can't be used, because it exits immediately, so there would be no way to end the
 * program that it starts.
 */
function findProgram(launcher: string): string | undefined {
  const bin = path.dirname(realpathSync(launcher));
  const candidates = [
    path.join(bin, "..", "code"),
    path.join(bin, "..", "Code.exe"),
    path.join(bin, "..", "..", "..", "MacOS", "Code"),
    path.join(bin, "..", "..", "..", "MacOS", "Electron"),
  ];
  return path.basename(bin) === "bin" ? candidates.find((candidate) => existsSync(candidate)) : undefined;
}

async function downloadVSCode(log: (line: string) => void): Promise<string | undefined> {
  try {
    log("Looking for a VS Code to download …");
    return await downloadAndUnzipVSCode({
      version: "stable",
      cachePath: path.join(getEditorCache(), "vscode"),
      reporter: new SilentReporter(),
      timeout: 10_000,
    });
  } catch (error) {
    log(`Couldn't download VS Code (${error instanceof Error ? error.message : String(error)}).`);
    return undefined;
  }
}
