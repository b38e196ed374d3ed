import { readFileSync, statSync } from "node:fs";
import * as vscode from "vscode";
import type { RelayMeans } from "../../../server/src/relay/relay.ts";

/** The maximum size in bytes. A certificate chain is far smaller. */
const maxSize = 1_000_000;

/**
 * Returns the client certificate in the user settings for an origin (`docwright.playground.clientCertificates`), for
 * APIs that authenticate callers by certificate. A workspace can't set it.
 */
export const clientCertificate: NonNullable<RelayMeans["clientCertificate"]> = async (origin) => {
  const all = vscode.workspace.getConfiguration("docwright").get<unknown>("playground.clientCertificates");
  if (typeof all !== "object" || all === null || !Object.hasOwn(all, origin)) return undefined;
  const { cert, key } = ((all as Record<string, unknown>)[origin] ?? {}) as Record<string, unknown>;
  const [certText, keyText] = [textOf(cert), textOf(key)];
  if (certText === undefined || keyText === undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        "Couldn't read the certificate for {0}, so the request is sent without it. Check docwright.playground.clientCertificates in your settings.",
        origin,
      ),
    );
    return undefined;
  }
  return { cert: certText, key: keyText };
};

function textOf(path: unknown): string | undefined {
  if (typeof path !== "string") return undefined;
  try {
    return statSync(path).isFile() && statSync(path).size <= maxSize ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the editor sends requests through a proxy, which then resolves hostnames itself. */
export function isProxied(): boolean {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get<string>("proxySupport") === "off") return false;
  const set = http.get<string>("proxy") ?? "";
  const inherited = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  return set !== "" || inherited.some((name) => (process.env[name] ?? "") !== "");
}
