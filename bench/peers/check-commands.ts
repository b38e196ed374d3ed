import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docwrightFindings, mintFindings, unreadWarning, type Finding } from "./findings.ts";
import { installPeer, peerCache } from "./packages.ts";
import { runLimited, type LimitedRun } from "./run-limited.ts";

/** A command that checks the whole site in its folder. */
export interface CheckCommand {
  readonly name: string;
  /** The number of pages from which a run takes so long that one is enough. */
  readonly onceFrom: number;
  readonly run: (site: string) => Promise<CheckRun>;
}

export interface CheckRun extends LimitedRun {
  readonly findings: readonly Finding[];
  /** Why the run doesn't count. Undefined if the command checked the site. */
  readonly failure: string | undefined;
}

const minutes = 30;

export function docwrightCheck(cli: string): CheckCommand {
  const args = [cli, "check", ".", "--profile", "mintlify", "--format", "json"];
  return {
    name: "`docwright check`",
    onceFrom: 20_000,
    async run(site) {
      const cache = mkdtempSync(join(tmpdir(), "docwright-cache-"));
      const env = { XDG_CACHE_HOME: cache };
      const run = await runLimited(process.execPath, args, { cwd: site, minutes, env });
      rmSync(cache, { recursive: true });
      const failure = failureOf(run) ?? (run.status === 2 ? run.errors : undefined);
      return { ...run, failure, findings: failure === undefined ? docwrightFindings(run.output) : [] };
    },
  };
}

/** Returns the two commands of `mint`, or the reason why it can't be installed. */
export async function mintCommands(): Promise<readonly CheckCommand[] | { readonly reason: string }> {
  const peer = await installPeer("mint");
  if ("reason" in peer) return peer;
  const script = join(peer.modules, "mint", "index.js");
  const env = { HOME: makeMintHome(), DO_NOT_TRACK: "1", CI: "1" };
  return ["broken-links", "validate"].map((command) => ({
    name: `\`mint ${command}\``,
    onceFrom: 500,
    async run(site) {
      const run = await runLimited(process.execPath, [script, command], { cwd: site, minutes, env });
      const text = run.output + run.errors;
      // A command that succeeds may print warnings, which aren't findings.
      const findings = run.status === 0 ? [] : mintFindings(text, site);
      const unread = run.status !== 0 && findings.length === 0 ? lastLine(text) : unreadWarning(text);
      const failure = failureOf(run) ?? (run.status === 0 ? undefined : unread);
      return { ...run, failure, findings };
    },
  }));
}

/**
 * Returns a home folder in which `mint validate` finds a client, so that it can run without a network connection. It only
 * empties two folders of the client, so placeholders are enough.
 */
function makeMintHome(): string {
  const home = join(peerCache, "mint-home");
  const client = join(home, ".mintlify/previews/shared/mint");
  mkdirSync(join(client, "apps/client"), { recursive: true });
  writeFileSync(join(client, "mint-version.txt"), "0.0.0");
  return home;
}

function failureOf({ isTooLong, status, output, errors }: LimitedRun): string | undefined {
  if (isTooLong) return `took more than ${minutes} minutes`;
  return status === null ? lastLine(output + errors) : undefined;
}

/** Returns the last error in the text, or else its last line. */
function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "";
}
