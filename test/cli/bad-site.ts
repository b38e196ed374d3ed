import { assertSoon } from "../harness/assert-quick.ts";
import { checkJson, type JsonProblem } from "./call-cli.ts";
import { tempSite } from "./temp-site.ts";

/** The settings that docs.json requires in the `mintlify` profile, without braces. */
export const head =
  '"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "K", "colors": { "primary": "#116644" }';
export const navigation = '"navigation": { "pages": ["index"] }';
export const page = "---\ntitle: Home\n---\n\nWelcome.\n";
/** This text is contained only in files that must not be read. */
export const canary = "canary-7f3a91";

/** Returns the errors and warnings of a site with this docs.json and an index page. */
export async function problemsOf(
  docs: string | Uint8Array,
  files: Record<string, string | Uint8Array> = {},
): Promise<JsonProblem[]> {
  return problemsIn(tempSite({ "docs.json": docs, "index.mdx": page, ...files }));
}

/**
 * Returns the problems of the sites in a folder, by default only errors and warnings. Fails if the check takes too long.
 * The CPU time is measured, because other processes may be using the machine.
 */
export async function problemsIn(folder: string, minSeverity = "warning"): Promise<JsonProblem[]> {
  let found: readonly JsonProblem[] = [];
  await assertSoon(4000, async () => {
    ({ problems: found } = await checkJson(folder, "--min-severity", minSeverity));
  });
  return [...found];
}

/** Returns each problem in the form `code file`. */
export function codes(problems: readonly JsonProblem[]): string[] {
  return problems.map(({ code, file }) => `${code} ${file}`);
}
