import { runCli } from "./cli/run-cli.ts";

// A reader that has seen enough (`docwright check | head`) closes the pipe; that is no failure of ours.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? 0);
  });

void runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
}).then((exitCode) => {
  // Not `process.exit`: what a pipe has not taken yet would be lost.
  process.exitCode = exitCode;
});
