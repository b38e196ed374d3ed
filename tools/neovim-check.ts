import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInto } from "../test/harness/build-into.ts";

// Holds the server against a client that others wrote: Neovim works in the sample site with faults.
//   node --import tsx tools/neovim-check.ts NVIM
// NVIM is the program, 0.7 or newer. Nothing of the user's own configuration is read.

interface Problem {
  readonly code: string;
  readonly line: number;
}

/** What `neovim/session.lua` tells. */
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
  readonly exit: { readonly code: number; readonly signal: number };
}

void main(process.argv[2] ?? "nvim");

async function main(nvim: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-neovim-"));
  try {
    const facts = await session(nvim, folder);
    judge(facts);
    console.log(
      `Neovim ${facts.version}: ${facts.config.length} problems in docs.json, ${facts.page.length} in a page, ` +
        `${facts.completion.length} completions, "${facts.actions[0]}" made, the server ended with ${facts.exit.code}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function session(nvim: string, folder: string): Promise<Facts> {
  const [dist, site, out] = [join(folder, "dist"), join(folder, "site"), join(folder, "facts.json")];
  await buildInto(dist);
  cpSync(join(__dirname, "../sample/site/faults"), site, { recursive: true });
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

function judge(facts: Facts): void {
  assert.equal(facts.error, undefined);
  const codes = (problems: readonly Problem[]) => problems.map(({ code }) => code);
  assert.ok(codes(facts.config).includes("config/value-not-allowed"), "docs.json is diagnosed");
  assert.ok(codes(facts.page).includes("frontmatter/unknown-field"), "the page is diagnosed");
  assert.match(facts.hover.contents.value, /appearance/);
  assert.deepEqual([...facts.completion].sort(), ["dark", "light", "system"]);
  assert.equal(facts.actions[0], "Use `dark`");
  assert.ok(!codes(facts.afterFix).includes("config/value-not-allowed"), "the problem goes with its fix");
  assert.ok(
    facts.text.some((line) => /"default": "dark"/.test(line)),
    "the fix is in the text",
  );
  assert.ok(codes(facts.typed.after).includes("frontmatter/syntax"), "what is typed is diagnosed");
  assert.deepEqual(facts.exit, { code: 0, signal: 0 });
}
