import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { findOnPath } from "./find-on-path.ts";

const run = promisify(execFile);

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A Chromium or Chrome that is already here: `CHROMIUM_PATH`, on PATH, or in its usual place. */
export function findInstalledChromium(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
    return chosen;
  }
  return findOnPath(names) ?? places.find((place) => existsSync(place));
}

/** An installed Chromium, else Debian's package where we may install it. Throws with what to do when neither works. */
export async function findOrInstallChromium(log: (line: string) => void): Promise<string> {
  const found = findInstalledChromium();
  if (found) return found;
  if (findOnPath(["apt-get"]) && process.getuid?.() === 0) {
    log("Installing Chromium with apt-get …");
    if (!(await hasPackageLists())) await aptGet("update");
    await aptGet("install", "-y", "--no-install-recommends", "chromium").catch(async () => {
      // Lists from long ago name files that are gone.
      await aptGet("update");
      await aptGet("install", "-y", "--no-install-recommends", "chromium");
    });
    const installed = findInstalledChromium();
    if (installed) return installed;
  }
  throw new Error("No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.");
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
