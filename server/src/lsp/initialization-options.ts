import type { InitializeParams } from "vscode-languageserver/node";
import type { InitializationOptions } from "../protocol.ts";

/** What a client asks for at the start. Whatever it sends, only what is understood is taken. */
export function initializationOptions({
  initializationOptions: given,
}: InitializeParams): InitializationOptions {
  if (typeof given !== "object" || given === null) return {};
  const { profile, host, siteStatus, git, network } = given as InitializationOptions;
  return {
    ...(profile === "standard" || profile === "mintlify" ? { profile } : {}),
    ...(typeof host === "object" && host !== null ? { host } : {}),
    ...(siteStatus === true ? { siteStatus } : {}),
    ...(git === true ? { git } : {}),
    ...(network === true ? { network } : {}),
  };
}
