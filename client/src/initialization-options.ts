import * as vscode from "vscode";
import type { HostOptions, InitializationOptions } from "../../server/src/protocol/site.ts";
import { leftToOthers } from "./mdx-extensions.ts";
import { readSettings } from "./settings.ts";

/** What the server may do and what the editor says already, at the server's start. */
export function initializationOptions(): InitializationOptions {
  const { profile, showsPageLens } = readSettings();
  return {
    profile,
    host: hostOptions(),
    siteStatus: true,
    git: vscode.workspace.isTrusted,
    network: vscode.workspace.isTrusted,
    playground: true,
    explain: true,
    refactoring: true,
    pageLens: showsPageLens,
  };
}

/** What the editor and its other extensions say by themselves, now. */
export function hostOptions(): HostOptions {
  const isInstalled = (id: string): boolean => vscode.extensions.getExtension(id) !== undefined;
  return {
    // What VS Code's JSON service says is known only once it has spoken, and it speaks only of files that are
    // shown: the filter takes out what is repeated, so that nothing is lost in between.
    jsonSyntax: false,
    jsonSchema: "none",
    mdx: leftToOthers(readSettings().mdxExtension, isInstalled),
  };
}
