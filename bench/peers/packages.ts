import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runLimited } from "./run-limited.ts";

/** The tools that Docwright is compared with, each with the exact packages that are installed for it. */
const packages = {
  mint: { mint: "4.2.941" },
  "vscode-json-languageservice": { "vscode-json-languageservice": "5.7.2" },
  "@mdx-js/language-server": { "@mdx-js/language-server": "0.6.4", typescript: "6.0.3" },
  "yaml-language-server": { "yaml-language-server": "2.0.0" },
} as const;

export type PeerName = keyof typeof packages;

/** Where a peer is installed, or the reason why it can't be. */
export type Installed = { readonly modules: string } | { readonly reason: string };

/** The folder for the peers, outside the project. It's retained, because `mint` takes up 1 GB. */
export const peerCache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "docwright-bench", "peers");

const installMinutes = 20;
const installOptions = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"];

/** Installs a peer from the configured npm registry, without install scripts, unless it's already installed. */
export async function installPeer(name: PeerName): Promise<Installed> {
  const folder = join(peerCache, name.replace(/^@.*\//, ""));
  const modules = join(folder, "node_modules");
  const exact = Object.entries(packages[name]);
  // Written last, because an installation that was interrupted may already contain the package itself.
  const marker = join(folder, "installed.json");
  const installed = JSON.stringify(exact);
  if (readIfExists(marker) === installed) return { modules };
  rmSync(marker, { force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const run = await runLimited("npm", ["install", ...installOptions, ...exact.map((one) => one.join("@"))], {
    cwd: folder,
    minutes: installMinutes,
  });
  if (run.status === 0) {
    writeFileSync(marker, installed);
    return { modules };
  }
  // The other lines of the error contain paths and host names.
  const [, code = "npm failed"] = /^npm error code (\S+)/m.exec(run.errors) ?? [];
  return { reason: run.isTooLong ? `npm took more than ${installMinutes} minutes` : code };
}

/** Returns the packages and versions of all peers, for the report. */
export function formatVersions(): string {
  return Object.values(packages)
    .flatMap((exact) => Object.entries(exact))
    .map(([name, version]) => `\`${name}\` ${version}`)
    .join(", ");
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
