import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { downloadAndUnzipVSCode, SilentReporter } from "@vscode/test-electron";
import { findOnPath } from "./find-on-path.ts";
import { editorCache, installCodeServer, type CodeServer } from "./install-code-server.ts";

/** A VS Code with a window of its own, or one that serves its window to a browser. */
export type Editor =
  | { readonly kind: "desktop"; readonly executable: string }
  | { readonly kind: "browser"; readonly codeServer: CodeServer };

/**
 * The real editor to use: `VSCODE_PATH`, else `code` on PATH with a display, else a downloaded VS Code where a
 * window can open, else code-server from the npm registry. Throws with what to do when there is none.
 */
export async function chooseEditor(log: (line: string) => void): Promise<Editor> {
  const chosen = process.env["VSCODE_PATH"];
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`VSCODE_PATH names no file: ${chosen}`);
    return { kind: "desktop", executable: programBehind(chosen) ?? chosen };
  }
  if (hasDisplay()) {
    const launcher = findOnPath(["code"]);
    const installed = launcher && programBehind(launcher);
    if (installed) return { kind: "desktop", executable: installed };
    const downloaded = await downloadVSCode(log);
    if (downloaded) return { kind: "desktop", executable: downloaded };
  }
  return { kind: "browser", codeServer: await installCodeServer(log) };
}

/** Whether a window can open. macOS and Windows always have a desktop. */
export function hasDisplay(): boolean {
  return process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
}

/**
 * The program that the `code` launcher starts, or undefined when its place is unknown (Snap, Flatpak). The launcher
 * itself will not do: it returns at once, and we could not end what it started.
 */
function programBehind(launcher: string): string | undefined {
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
      cachePath: path.join(editorCache(), "vscode"),
      reporter: new SilentReporter(),
      timeout: 10_000,
    });
  } catch (error) {
    log(`VS Code cannot be downloaded here (${error instanceof Error ? error.message : String(error)}).`);
    return undefined;
  }
}
