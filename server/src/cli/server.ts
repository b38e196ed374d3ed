import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { toVisibleText } from "./terminal/text.ts";

/**
 * Runs `docwright server --stdio`: loads the language server, which then controls this process and its exit code.
 * Rejects other arguments, except the process ID that some clients add.
 */
export async function runServerCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const unknown = args.find((arg) => !/^--(stdio|node-ipc|clientProcessId=\d+)$/.test(arg));
  if (unknown !== undefined)
    return refuse(`server has no option ${toVisibleText(unknown)}; start it by --stdio.`, host);
  if (!args.includes("--stdio") && !args.includes("--node-ipc"))
    return refuse("server speaks to an editor over a pipe; start it by --stdio.", host);
  const file = [join(__dirname, "server.js"), join(__dirname, "../main.ts")].find((path) => existsSync(path));
  if (file === undefined) return refuse("the language server is not part of this installation.", host);
  await import(pathToFileURL(file).href);
  return 0;
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

/**
 * Returns the version of this package. Its package.json is one folder above `dist/cli.js` and three folders above the
 * sources.
 */
export function readVersion(): string {
  for (const way of ["..", "../../.."]) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(__dirname, way, "package.json"), "utf8"));
      if (isOurs(manifest)) return manifest.version;
    } catch {
      // Not found; try the next folder.
    }
  }
  return "unknown";
}

function isOurs(manifest: unknown): manifest is { readonly version: string } {
  return (
    typeof manifest === "object" &&
    manifest !== null &&
    "name" in manifest &&
    manifest.name === "docwright" &&
    "version" in manifest &&
    typeof manifest.version === "string"
  );
}
