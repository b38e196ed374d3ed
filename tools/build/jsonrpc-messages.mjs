import { createRequire } from "node:module";
import path from "node:path";

const library = path.dirname(createRequire(import.meta.url).resolve("vscode-jsonrpc"));

/**
 * An esbuild plugin that imports only the types of messages from vscode-jsonrpc into the protocol, not the whole
 * library. VS Code compiles an extension's code each time the extension is activated, and the client needs the
 * connection only after the server has started.
 */
export const jsonrpcMessages = {
  name: "jsonrpc-messages",
  setup(build) {
    build.onResolve({ filter: /^vscode-jsonrpc$/ }, ({ importer }) =>
      /[\\/]protocol[\\/]message\.ts$/.test(importer) ? { path: path.join(library, "messages.js") } : undefined,
    );
  },
};
