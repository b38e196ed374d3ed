import type { RequestMessage } from "vscode-languageserver/node";

const maxLength = 300;

/** Returns how logs refer to a request: its method, id, and file, on one line. */
export function requestLabel({ method, id, params }: RequestMessage): string {
  const given = params as { readonly textDocument?: { readonly uri?: unknown } } | undefined;
  const uri = given?.textDocument?.uri;
  const file = typeof uri === "string" ? ` for ${uri}` : "";
  return `${method} (request ${String(id)})${file}`.replace(/[^\x20-\x7e]/g, "?").slice(0, maxLength);
}
