import * as vscode from "vscode";
import type { PlaceRange } from "../../server/src/protocol/site.ts";

/** The protocol's range in the editor's words. */
export function toRange({ start, end }: PlaceRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
