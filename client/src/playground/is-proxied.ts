import * as vscode from "vscode";

/** Whether the editor sends requests by way of a proxy, which then looks up names itself. */
export function isProxied(): boolean {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get<string>("proxySupport") === "off") return false;
  const set = http.get<string>("proxy") ?? "";
  const inherited = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  return set !== "" || inherited.some((name) => (process.env[name] ?? "") !== "");
}
