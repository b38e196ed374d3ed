#!/usr/bin/env node
import { fstatSync } from "node:fs";
import type { ExitCode, Output } from "./cli/command.ts";

const args = process.argv.slice(2);

// A program that reads only the start of the output (`docwright check | head`) closes the pipe, which isn't an error.
// Any other error, such as a full disk, means that the output is incomplete. The language server itself handles a
// disconnected client.
if (args[0] !== "server")
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
      if (stream === process.stdout) process.stderr.write(`docwright: can't write the output: ${error.message}\n`);
      process.exit(2);
    });

void runCommandLine()
  .catch(reportFailure)
  .then((exitCode) => {
    // `process.exit` isn't called, because it would lose output that a pipe hasn't accepted yet.
    process.exitCode = exitCode;
  });

async function runCommandLine(): Promise<ExitCode> {
  // Imported here instead of at the top so that `reportFailure` is called if files are missing from the installation.
  const { runCli } = await import("./cli/run-cli.ts");
  return runCli(args, {
    cwd: process.cwd(),
    environment: process.env,
    program: __dirname,
    stdout: createOutput(process.stdout),
    stderr: createOutput(process.stderr),
  });
}

/**
 * Reports an unexpected failure and returns exit code 2. Without this function, Node.js would print a line of the
 * minified code and exit with code 1.
 */
function reportFailure(error: unknown): ExitCode {
  const isFileMissing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
  process.stderr.write(
    isFileMissing
      ? "docwright: installation files are missing; reinstall Docwright\n"
      : `docwright: unexpected error\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return 2;
}

function createOutput(stream: NodeJS.WriteStream & { readonly fd: number }): Output {
  return {
    write: (text) => stream.write(text),
    isFile: isFile(stream.fd),
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
