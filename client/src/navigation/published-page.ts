import * as vscode from "vscode";
import {
  type FindPublishedPage,
  publishedPage,
  type PublishedPage,
} from "../../../server/src/protocol/navigation.ts";
import type { LanguageServer } from "../language-client.ts";
import type { PreviewPanels } from "../preview/previews.ts";
import type { NavigationView } from "./navigation-view.ts";

/**
 * Returns the page of the tree row that a command is run on or, without a row, of the active preview. Returns undefined
 * if there is neither.
 */
export function chosenPage(
  argument: unknown,
  navigation: Pick<NavigationView, "chosen">,
  previews: Pick<PreviewPanels, "inFront">,
): ChosenPage | undefined {
  const isRow = typeof argument === "object" && argument !== null && "kind" in argument;
  const [row] = isRow ? navigation.chosen(argument) : [];
  if (row?.kind === "node") {
    const { opens, at, slug } = row.node;
    const uri = opens?.uri ?? at?.uri;
    return uri === undefined ? undefined : ofFile(uri, slug);
  }
  const shown = previews.inFront;
  return shown && ofFile(shown.uri, shown.url);
}

/** Identifies a page with a file by its path, and a generated page only by its slug. */
function ofFile(uri: string, slug: string | undefined): ChosenPage {
  return /\.mdx?$/.test(uri) || slug === undefined ? { uri } : { uri, slug };
}

/** The page that a command applies to, identified by its file or, if it has none, by its slug. */
export interface ChosenPage {
  readonly uri: string;
  readonly slug?: string;
}

/**
 * Returns the commands that open or copy the URL of a published page, or copy its docs.json entry. `chosen` returns the
 * page of a tree row or the active preview.
 */
export function publishedPageCommands(
  server: LanguageServer,
  chosen: (argument: unknown) => ChosenPage | undefined,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const find = async (argument: unknown) => found(server, pageOf(argument) ?? chosen(argument) ?? inEditor());
  return {
    "docwright.openPublished": async (argument) => {
      const url = urlOf(await find(argument));
      if (url !== undefined) await vscode.env.openExternal(vscode.Uri.parse(url, true));
    },
    "docwright.copyPublishedUrl": async (argument) => {
      const url = urlOf(await find(argument));
      if (url !== undefined) await copy(url);
    },
    "docwright.copyConfigPath": async (argument) => {
      const page = await find(argument);
      if (page?.ok) await copy(page.configPath);
    },
  };
}

function pageOf(argument: unknown): ChosenPage | undefined {
  return argument instanceof vscode.Uri && argument.scheme === "file"
    ? { uri: argument.toString() }
    : undefined;
}

function inEditor(): ChosenPage | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && { uri: uri.toString() };
}

async function found(
  server: LanguageServer,
  page: FindPublishedPage | undefined,
): Promise<PublishedPage | undefined> {
  if (!page) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a page of a site first."));
    return undefined;
  }
  const answer = await server.request(publishedPage, page);
  if (answer?.ok === false) void vscode.window.showInformationMessage(answer.reason);
  return answer;
}

/** Returns the URL of a published page. If the site's URL isn't configured, shows a message and returns undefined. */
function urlOf(page: PublishedPage | undefined): string | undefined {
  if (page?.ok && page.url === undefined)
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "The URL of the published site isn't configured. Set siteUrl in .docwright.json, next to docs.json.",
      ),
    );
  return page?.ok ? page.url : undefined;
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied {0}", text), 4000);
}
