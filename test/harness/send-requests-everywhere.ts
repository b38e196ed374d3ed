import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { createLineMap, type LineMap, type Position } from "../../server/src/core/text/text-edit.ts";
import { advertisedRequests, ownMethods, requestKinds } from "./every-request.ts";
import { uriOf, type LspClient, type WireMessage } from "./lsp-client.ts";

/** Client capabilities that make the server advertise all of its features. */
const capabilities: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] } },
};

export interface AskedRequest {
  readonly method: string;
  /** The file and the position, such as `guides/start.mdx:3:7`. */
  readonly where: string;
  readonly uri: string;
  readonly response: WireMessage;
  readonly milliseconds: number;
}

export interface SendEverywhereOptions {
  readonly root: string;
  readonly files: readonly string[];
  /** Returns the indexes of the lines to select in a file with this number of lines. */
  readonly linesOf: (count: number) => readonly number[];
  readonly onResponse: (requested: AskedRequest) => void;
  readonly onNotification?: (message: WireMessage) => void;
  /** Called after all responses for a file have arrived. */
  readonly onFileDone?: (file: string) => void;
  /** The maximum time in seconds to wait for a response. */
  readonly seconds?: number;
  /** If a clock is set, requests are sent one at a time and their duration is measured with it. */
  readonly clock?: () => number;
  /**
   * Whether to send all requests of a line at the same time if a clock is set. In that case, the measured times are
   * upper limits.
   */
  readonly areSentTogether?: boolean;
}

/**
 * Opens each file in a new server, and sends every request that the server advertises or that `protocol.ts` defines.
 * Requests with a position are sent for each selected line, and all other requests are sent once per file or site.
 */
export async function sendRequestsEverywhere(client: LspClient, options: SendEverywhereOptions): Promise<void> {
  const { root, files, linesOf, onResponse, onNotification, onFileDone } = options;
  const isMeasured = options.clock !== undefined;
  const clock = options.clock ?? (() => performance.now());
  const initialized = await client.initialize({ folders: [root], capabilities });
  if (isMeasured) {
    // Without this request, the time of the first measured requests would include reading and parsing the site.
    await client.ask("workspace/diagnostic", { previousResultIds: [] }, options.seconds).answer;
    await client.quiet();
  }
  const methods = new Set([...advertisedRequests(initialized.capabilities), ...ownMethods()]);
  const kinds = [...methods].flatMap((method) => {
    const kind = requestKinds[method];
    return kind ? [{ method, ...kind }] : [];
  });
  for (const [fileIndex, file] of files.entries()) {
    const absolute = join(root, file);
    const text = readFileSync(absolute, "utf8");
    const [uri, lines] = [uriOf(absolute), createLineMap(text)];
    client.open(absolute, text);
    for (const [lineIndex, line] of linesOf(lines.lineStarts.length).entries()) {
      const position = positionOn(text, lines, line);
      const linePlace = { root: uriOf(root), uri, text, lines, line, position };
      const requested = kinds.filter(
        ({ per }) => per === "line" || (lineIndex === 0 && (per === "file" || fileIndex === 0)),
      );
      const ask = async ({ method, params }: (typeof kinds)[number]): Promise<void> => {
        const start = clock();
        const response = await client.ask(method, params(linePlace), options.seconds).answer;
        const where = `${file}:${line + 1}:${position.character + 1}`;
        onResponse({ method, where, uri, response, milliseconds: clock() - start });
      };
      if (isMeasured && !options.areSentTogether) for (const each of requested) await ask(each);
      else await Promise.all(requested.map(ask));
      for (const message of client.received) if (message.id === undefined) onNotification?.(message);
      client.received.length = 0;
    }
    client.close(absolute);
    onFileDone?.(file);
  }
}

/**
 * Returns a position that depends on the line: its start, its end, the end of its indentation, or a position in a word.
 */
function positionOn(text: string, lines: LineMap, line: number): Position {
  const start = lines.lineStarts[line] ?? 0;
  const [content = ""] = text.slice(start, lines.lineStarts[line + 1] ?? text.length).split(/[\r\n]/, 1);
  const indentation = content.length - content.trimStart().length;
  const positions = [
    indentation,
    content.length,
    Math.floor(content.length / 2),
    Math.min(indentation + 3, content.length),
    0,
  ];
  const character = positions[line % positions.length] ?? 0;
  // Editors don't place the cursor inside a character.
  const isSplit = /^[\udc00-\udfff]/.test(content.slice(character)) && character > 0;
  return { line, character: isSplit ? character - 1 : character };
}

/** Returns a function that selects every line whose index is a multiple of the step. */
export function everyNthLine(step: number): (count: number) => number[] {
  return (count) => Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}
