#!/usr/bin/env node
import { fstatSync } from "node:fs";
import type { Output } from "./cli/command.ts";
import { runCli } from "./cli/run-cli.ts";

const args = process.argv.slice(2);

// A program that reads only the start of the output (`docwright check | head`) closes the pipe, which isn't
// an error. The language server handles a disconnected client itself.
if (args[0] !== "server")
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(process.exitCode ?? 0);
    });

void runCli(args, {
  cwd: process.cwd(),
  environment: process.env,
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
}).then((exitCode) => {
  // Doesn't call `process.exit`, which would lose output that a pipe hasn't accepted yet.
  process.exitCode = exitCode;
});

function outputTo(stream: NodeJS.WriteStream & { readonly fd: number }): Output {
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
