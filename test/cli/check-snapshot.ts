import { callCli, type JsonReport } from "./call-cli.ts";

/**
 * Returns everything that `check` finds in a site, as JSON with one line per problem. Excludes data that differs
 * between machines: the site's path and the duration.
 */
export async function checkSnapshot(folder: string): Promise<string> {
  const { stdout } = await callCli(["check", folder, "--format", "json", "--min-severity", "hint"]);
  const { root: _, milliseconds: __, problems, ...rest } = JSON.parse(stdout) as JsonReport;
  const lines = problems.map((problem) => `    ${JSON.stringify(problem)}`);
  const head = JSON.stringify(rest, undefined, 2).replace(/\n\}$/, "");
  return `${head},\n  "problems": [${lines.length > 0 ? `\n${lines.join(",\n")}\n  ` : ""}]\n}\n`;
}
