import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { resolveCliArgsFromVSCodeExecutablePath, runTests, TestRunFailedError } from "@vscode/test-electron";
import { hasDisplay } from "../../../tools/editor/choose-editor.ts";
import { findOnPath } from "../../../tools/editor/find-on-path.ts";
import { prepareProfile } from "../../../tools/editor/prepare-profile.ts";
import type { PreparedSession } from "./run-session.ts";

const run = promisify(execFile);

/**
 * Runs the suites in a desktop VS Code. Throws an error if VS Code can't be started. Failed tests are reported by the
 * suites.
 */
export async function runOnDesktop(session: PreparedSession, executable: string): Promise<void> {
  const { data, extensions } = await prepareProfile(session.profile, session.settings);
  const folders = [`--user-data-dir=${data}`, `--extensions-dir=${extensions}`];
  if (session.vsix) {
    const [command = executable, ...args] = resolveCliArgsFromVSCodeExecutablePath(executable);
    const install = [...args, ...folders, "--install-extension", session.vsix, "--force"];
    await run(command, install, { shell: process.platform === "win32" });
  }
  const screen = hasDisplay() ? undefined : virtualScreen();
  const launchArgs = [session.site, ...folders];
  try {
    await runTests({
      vscodeExecutablePath: screen ?? executable,
      launchArgs: screen ? ["-a", executable, ...launchArgs] : launchArgs,
      extensionDevelopmentPath: session.extension,
      extensionTestsPath: session.tests,
      extensionTestsEnv: session.env,
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
  }
}

function virtualScreen(): string {
  const program = findOnPath(["xvfb-run"]);
  if (program) return program;
  throw new Error("VS Code needs a display: set DISPLAY, install xvfb, or unset VSCODE_PATH.");
}
