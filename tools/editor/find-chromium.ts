import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { findOnPath } from "./find-on-path.ts";

const run = promisify(execFile);

/** The names of Chromium builds without windows, which use a third of the CPU time per page. */
const headlessShells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge"];
const paths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Returns an installed Chromium or Chrome: `CHROMIUM_PATH`, one on PATH, or one in its default location. */
export function findInstalledChromium(): string | undefined {
  const chromiumPath = process.env["CHROMIUM_PATH"];
  if (chromiumPath) {
    if (!existsSync(chromiumPath)) throw new Error(`The file in CHROMIUM_PATH doesn't exist: ${chromiumPath}`);
    return chromiumPath;
  }
  return findOnPath(headlessShells) ?? findOnPath(names) ?? paths.find((executable) => existsSync(executable));
}

/**
 * Returns Chromium's headless shell from Debian's package if it can be installed; otherwise, an installed Chromium. If
 * Chromium isn't found, throws an error that explains what to do.
 */
export async function findOrInstallChromium(log: (line: string) => void): Promise<string> {
  const isChosen = Boolean(process.env["CHROMIUM_PATH"]) || findOnPath(headlessShells) !== undefined;
  if (!isChosen && findOnPath(["apt-get"]) && process.getuid?.() === 0) {
    log("Installing Chromium with apt-get …");
    await installChromium().catch((error: unknown) => log(`It couldn't be installed: ${String(error)}`));
  }
  const found = findInstalledChromium();
  if (found) return found;
  throw new Error("No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.");
}

async function installChromium(): Promise<void> {
  if (!(await hasPackageLists())) await aptGet("update");
  const install = () => aptGet("install", "-y", "--no-install-recommends", "chromium-headless-shell");
  // Package lists are updated after a failure, because outdated lists may refer to files that no longer exist.
  await install().catch(() => aptGet("update").then(install));
}

async function hasPackageLists(): Promise<boolean> {
  const entries = await readdir("/var/lib/apt/lists").catch(() => []);
  return entries.some((entry) => entry.includes("_Packages"));
}

async function aptGet(...args: readonly string[]): Promise<void> {
  await run("apt-get", ["-o", "DPkg::Lock::Timeout=120", "-qq", ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 64 * 1024 * 1024,
  });
}
