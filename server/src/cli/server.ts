import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CommandError, defineCommand, createFlagOption, createValueOption } from "./command.ts";

/**
 * The server command (`docwright server --stdio`), which loads the language server. From then on, the server controls
 * this process and its exit code.
 */
export const serverCommand = defineCommand({
  name: "server",
  usage: ["--stdio"],
  description: ["Starts the language server. Editors run this command and communicate with it over stdin and stdout."],
  options: {
    stdio: createFlagOption("communicate over stdin and stdout"),
    "node-ipc": createFlagOption("communicate over Node.js IPC"),
    // This option is accepted because some clients pass their process ID.
    clientProcessId: createValueOption("PID", "process ID of the editor"),
  },
  exitCodes: "0 the editor stopped the server, 2 the server couldn't start",
  parse: ({ stdio, nodeIpc }) => {
    if (!stdio && !nodeIpc) throw new CommandError("the server requires --stdio");
  },
  run: () => {
    const file = [join(__dirname, "server.js"), join(__dirname, "../main.ts")].find((path) => existsSync(path));
    if (file === undefined) throw new CommandError("this installation doesn't contain the language server");
    createRequire(__filename)(file);
    return Promise.resolve(0);
  },
});
