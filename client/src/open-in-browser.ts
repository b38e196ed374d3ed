import * as vscode from "vscode";

/**
 * Opens an address with whatever opens addresses on the person's machine; false where that does not work. VS Code takes it
 * as text too, which it opens as it is. Of a `Uri` it forgets which signs were encoded, and an address within the address
 * (where a sign-in is to come back to) arrives torn apart.
 */
export async function openInBrowser(address: string): Promise<boolean> {
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
