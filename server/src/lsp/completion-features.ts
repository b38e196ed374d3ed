import type { ClientCapabilities } from "vscode-languageserver/node";

/** What the editor can do with a completion. */
export interface ItemFeatures {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
  /** Documentation is asked for when an item is looked at. */
  readonly lazyDocumentation: boolean;
}

export function featuresOf(client: ClientCapabilities): ItemFeatures {
  const supported = client.textDocument?.completion?.completionItem;
  return {
    snippets: supported?.snippetSupport === true,
    labelDetails: supported?.labelDetailsSupport === true,
    lazyDocumentation: supported?.resolveSupport?.properties.includes("documentation") === true,
  };
}
