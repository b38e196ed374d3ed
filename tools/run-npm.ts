import { spawn } from "node:child_process";
import { exitCode } from "./exit-code.ts";

/** Runs npm in `folder` and shows its output. Rejects if its exit code isn't 0. */
export async function runNpm(args: readonly string[], folder: string): Promise<void> {
  // Under `npm run`, this variable contains the path of npm's own script. Running this script directly makes a shell on
  // Windows unnecessary.
  const script = process.env["npm_execpath"];
  const child =
    script && /\.c?js$/.test(script)
      ? spawn(process.execPath, [script, ...args], { cwd: folder, stdio: "inherit" })
      : spawn("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  const code = await exitCode(child);
  if (code !== 0) throw new Error(`npm ${args[0] ?? ""} in ${folder} exited with ${code ?? "a signal"}.`);
}
