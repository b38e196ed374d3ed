import { readSpec } from "./core/spec/read-spec.ts";
import { openTransport } from "./lsp/open-transport.ts";
import { startServer } from "./lsp/server.ts";
import { readFile } from "./workspace/read-frame.ts";

startServer(openTransport(process.argv), async (from, paths) =>
  paths.flatMap((path) => {
    const file = readFile(from, path);
    return file.kind === "text" ? (readSpec(path, file.text) ?? []) : [];
  }),
);
