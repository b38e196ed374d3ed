import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { BuiltCli } from "../cli/spawn-cli.ts";

/** Starts `docwright preview` as shipped for a folder. `url` ends with `/`. The caller must end the process. */
export function startPreview(
  cli: BuiltCli,
  folder: string,
  ...options: readonly string[]
): Promise<{ readonly child: ChildProcessWithoutNullStreams; readonly url: string }> {
  const child = cli.start(["preview", folder, ...options]);
  let printed = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`The preview has ended: ${printed}`)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const url = /Preview: (\S+)(?=\s)/.exec(printed)?.[1];
      if (url !== undefined) resolve({ child, url });
    });
  });
}
