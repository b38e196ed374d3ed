import type { InitializeParams } from "vscode-languageserver/node";
import type { InitializationOptions } from "../protocol/site.ts";
import type { Session } from "./session.ts";

/** What a client asks for at the start. Whatever it sends, only what is understood is taken. */
export function initializationOptions(params: InitializeParams): InitializationOptions {
  const given: unknown = params.initializationOptions;
  if (typeof given !== "object" || given === null) return {};
  const {
    profile,
    host,
    siteStatus,
    git,
    network,
    playground,
    explain,
    refactoring,
    pageLens,
  }: { readonly [K in keyof InitializationOptions]?: unknown } = given;
  return {
    ...(profile === "standard" || profile === "mintlify" ? { profile } : {}),
    ...(typeof host === "object" && host !== null ? { host } : {}),
    ...(siteStatus === true ? { siteStatus } : {}),
    ...(git === true ? { git } : {}),
    ...(network === true ? { network } : {}),
    ...(playground === true ? { playground } : {}),
    ...(explain === true ? { explain } : {}),
    ...(refactoring === true ? { refactoring } : {}),
    ...(pageLens === false ? { pageLens } : {}),
  };
}

/** What the editor has said that it, or the person, lets the server do; nothing by itself. */
export function permissions({
  git = false,
  network = false,
  playground = false,
  explain = false,
  refactoring = false,
  pageLens = true,
}: InitializationOptions): Pick<
  Session,
  "explain" | "git" | "network" | "pageLens" | "playground" | "refactoring"
> {
  return { explain, git, network, pageLens, playground, refactoring };
}
