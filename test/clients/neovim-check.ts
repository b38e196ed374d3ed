import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInto } from "../harness/build-into.ts";

// Tests the server with a third-party client: Neovim shows the problems of the sample site, completes text, goes to
// definitions, and renames symbols.
//   node --import tsx test/clients/neovim-check.ts [NVIM] [--report FILE]
// NVIM is the program, 0.7 or later. If it's missing, the check installs Debian's package. If that isn't possible, the
// check reports it and ends. The user's own configuration isn't read.

interface Problem {
  readonly code: string;
  readonly line: number;
}

/** The report of `neovim/session.lua`. */
interface Facts {
  readonly version: string;
  readonly error?: string;
  readonly config: readonly Problem[];
  readonly page: readonly Problem[];
  readonly hover: { readonly contents: { readonly value: string } };
  readonly completion: readonly string[];
  readonly actions: readonly string[];
  readonly afterFix: readonly Problem[];
  readonly text: readonly string[];
  readonly typed: { readonly before: number; readonly after: readonly Problem[] };
  /** The target of the link: a file name and a line. */
  readonly jumped: { readonly file: string; readonly line: number };
  /** The page with the link, first after its heading is renamed and then after the linked page is renamed. */
  readonly linked: { readonly heading: string; readonly page: string };
  readonly movedFile: boolean;
  readonly exit: { readonly code: number; readonly signal: number };
}

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const at = args.indexOf("--report");
  const report = at < 0 ? undefined : args[at + 1];
  const named = args.find((arg, i) => !arg.startsWith("--") && args[i - 1] !== "--report");
  const notify = (counts: { passed: number; failed: number; skipped: number }) => {
    if (report !== undefined) writeFileSync(report, JSON.stringify(counts));
  };
  const nvim = named ?? findOrInstallNeovim();
  if (nvim === undefined) {
    console.log("LEFT OUT: there is no Neovim here, and it cannot be installed.");
    notify({ passed: 0, failed: 0, skipped: 1 });
    return;
  }
  try {
    await check(nvim);
    notify({ passed: 1, failed: 0, skipped: 0 });
  } catch (error) {
    console.error(error);
    notify({ passed: 0, failed: 1, skipped: 0 });
    process.exitCode = 1;
  }
}

/**
 * Returns the program on `PATH` or, if it isn't there, the one from Debian's package. Returns undefined if neither is
 * available.
 */
function findOrInstallNeovim(): string | undefined {
  const runs = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { stdio: "ignore", timeout: 180_000 }).status === 0;
  if (runs("nvim", "--version")) return "nvim";
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const installed =
    runs("apt-get", "install", "-y", "--no-install-recommends", "neovim") ||
    (runs("apt-get", "update") && runs("apt-get", "install", "-y", "--no-install-recommends", "neovim"));
  return installed && runs("nvim", "--version") ? "nvim" : undefined;
}

async function check(nvim: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-neovim-"));
  try {
    const facts = await session(nvim, folder);
    validate(facts);
    console.log(
      `Neovim ${facts.version}: ${facts.config.length} problems in docs.json, ${facts.page.length} in a page, ` +
        `${facts.completion.length} completions, "${facts.actions[0]}" made, jumped and renamed, the server ended with ${facts.exit.code}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function session(nvim: string, folder: string): Promise<Facts> {
  const [dist, site, out] = [join(folder, "dist"), join(folder, "site"), join(folder, "facts.json")];
  await buildInto(dist);
  cpSync(join(__dirname, "../../sample/site/faults"), site, { recursive: true });
  writeFileSync(join(site, "jump-to.mdx"), "---\ntitle: Jump to\n---\n\n## Install it\n");
  writeFileSync(join(site, "jump-from.mdx"), "---\ntitle: Jump from\n---\n\n[there](/jump-to#install-it)\n");
  const { status, stderr, error } = spawnSync(
    nvim,
    ["--headless", "-u", "NONE", "-i", "NONE", "-S", join(__dirname, "neovim/session.lua")],
    {
      encoding: "utf8",
      timeout: 120_000,
      env: {
        ...process.env,
        DOCWRIGHT_NODE: process.execPath,
        DOCWRIGHT_SERVER: join(dist, "server.js"),
        DOCWRIGHT_SITE: site,
        DOCWRIGHT_FACTS: out,
        XDG_CONFIG_HOME: folder,
        XDG_STATE_HOME: folder,
      },
    },
  );
  if (error) throw error;
  assert.equal(status, 0, stderr);
  return JSON.parse(readFileSync(out, "utf8")) as Facts;
}

function validate(facts: Facts): void {
  assert.equal(facts.error, undefined);
  const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);
  assert.ok(codes(facts.config).includes("config/value-not-allowed"), "docs.json has no diagnostics");
  assert.ok(codes(facts.page).includes("frontmatter/unknown-field"), "the page has no diagnostics");
  assert.match(facts.hover.contents.value, /appearance/);
  assert.deepEqual([...facts.completion].sort(), ["dark", "light", "system"]);
  assert.equal(facts.actions[0], "Change to `dark`");
  assert.ok(!codes(facts.afterFix).includes("config/value-not-allowed"), "the problem remains after its fix");
  assert.ok(
    facts.text.some((line) => /"default": "dark"/.test(line)),
    "the fix isn't in the text",
  );
  assert.ok(codes(facts.typed.after).includes("frontmatter/syntax"), "typed text has no diagnostics");
  assert.deepEqual(facts.jumped, { file: "jump-to.mdx", line: 4 });
  assert.equal(facts.linked.heading, "[there](/jump-to#set-it-up)");
  assert.equal(facts.linked.page, "[there](/fields/jumped#set-it-up)");
  assert.ok(facts.movedFile, "the file wasn't moved");
  assert.deepEqual(facts.exit, { code: 0, signal: 0 });
}
