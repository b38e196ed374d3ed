import * as vscode from "vscode";
import type { PlaceRange } from "../../../server/src/protocol/site.ts";

/**
 * Opens an address with whatever opens addresses on the person's machine; false where that does not work. VS Code takes it
 * as text too, which it opens as it is. Of a `Uri` it forgets which signs were encoded, and an address within the address
 * (where a sign-in is to come back to) arrives torn apart.
 */
export async function openExternalUrl(address: string): Promise<boolean> {
  const reachable = await fromOutside(address);
  return vscode.env.openExternal(reachable as unknown as vscode.Uri);
}

/**
 * What a browser reaches a port of this machine by, where the editor's window is elsewhere. VS Code would find it out
 * itself, of a `Uri`.
 */
async function fromOutside(address: string): Promise<string> {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address;
  const { origin, pathname, search, hash } = new URL(address);
  const inside = vscode.Uri.parse(origin + pathname, true);
  const outside = await vscode.env.asExternalUri(inside);
  return outside.authority === inside.authority ? address : outside.toString(true) + search + hash;
}

/** The protocol's range in the editor's words. */
export function toEditorRange({ start, end }: PlaceRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/**
 * A sentence for a notification of the editor that holds words of a site or of a server. Notifications make links of
 * `[text](https://…)` and, whoever wrote it, buttons of `[text](command:…)`; behind this it is text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}
