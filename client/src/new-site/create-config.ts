import * as vscode from "vscode";
import { hasFile } from "../editor/workspace.ts";

/** The maximum number of pages that a new docs.json lists. Authors can add more with quick fixes. */
const maxPages = 2000;

/**
 * Matches folders whose files aren't pages. Files in a snippets folder are imported by pages, and the service ignores
 * the other folders.
 */
const excludedFolderPattern = /(^|\/)(\.[^/]*|node_modules|snippets|_snippets)\//;

/** Matches files that describe a repository and usually aren't pages. */
const repositoryFilePattern = /^(readme|license|contributing|changelog|code_of_conduct|security)$/i;

interface Group {
  readonly group: string;
  readonly pages: (string | Group)[];
}

/**
 * Returns the text of a docs.json for a folder, with one navigation group for each subfolder. `files` contains the
 * paths of the folder's `.mdx` and `.md` files, with `/` as the separator.
 */
export function createStarterConfig(folderName: string, files: readonly string[]): string {
  const pages = files
    .filter((file) => !excludedFolderPattern.test(file) && !isRepositoryFile(file))
    .map((file) => file.replace(/\.mdx?$/i, ""))
    .sort(compareByFolder)
    .slice(0, maxPages);
  const topGroup: Group = { group: "Get started", pages: [] };
  const groups: Group[] = [topGroup];
  const groupsByPath = new Map<string, Group>();
  for (const page of new Set(pages)) getOrCreateGroup(page, groups, groupsByPath, topGroup).pages.push(page);
  const shownGroups = groups.filter((group) => group.pages.length > 0);
  const config = {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name: folderName,
    colors: { primary: "#16803C" },
    navigation: { groups: shownGroups.length > 0 ? shownGroups : [topGroup] },
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

function getOrCreateGroup(page: string, groups: Group[], groupsByPath: Map<string, Group>, topGroup: Group): Group {
  let parent: Group | undefined;
  const folders = page.split("/").slice(0, -1);
  for (const [index, folder] of folders.entries()) {
    const path = folders.slice(0, index + 1).join("/");
    let group = groupsByPath.get(path);
    if (!group) {
      group = { group: toTitle(folder), pages: [] };
      groupsByPath.set(path, group);
      (parent?.pages ?? groups).push(group);
    }
    parent = group;
  }
  return parent ?? topGroup;
}

function isRepositoryFile(file: string): boolean {
  return !file.includes("/") && repositoryFilePattern.test(file.replace(/\.mdx?$/i, ""));
}

/** Returns the title of the group for a folder, such as `Api reference` for `api-reference`. */
function toTitle(folder: string): string {
  const name = folder.replace(/[-_]+/g, " ").trim() || folder;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const firstPageNames = ["index", "introduction", "overview", "quickstart"];

/**
 * Compares two paths folder by folder. The pages in a folder come before its subfolders, and introductions come before
 * other pages.
 */
function compareByFolder(a: string, b: string): number {
  const [leftParts, rightParts] = [a.split("/"), b.split("/")];
  for (let index = 0; index < Math.min(leftParts.length, rightParts.length); index++) {
    const [leftPart = "", rightPart = ""] = [leftParts[index], rightParts[index]];
    if (leftPart === rightPart) continue;
    const [isLeftPage, isRightPage] = [index === leftParts.length - 1, index === rightParts.length - 1];
    if (isLeftPage !== isRightPage) return isLeftPage ? -1 : 1;
    return (isLeftPage ? getRank(leftPart) - getRank(rightPart) : 0) || (leftPart < rightPart ? -1 : 1);
  }
  return leftParts.length - rightParts.length;
}

function getRank(name: string): number {
  const index = firstPageNames.indexOf(name.toLowerCase());
  return index < 0 ? firstPageNames.length : index;
}

/**
 * The maximum number of files to find. Finding more isn't useful, because navigation with thousands of pages needs
 * sections, and only the author can plan them.
 */
const maxFiles = 5000;

/**
 * Implements `docwright.createConfig`, which creates and opens a docs.json that lists the pages in a folder. An
 * existing file is never replaced, and a single undo removes the new file. If a parent folder contains a docs.json,
 * offers to open that folder instead.
 */
export async function createConfig(): Promise<void> {
  const folder = await chooseFolder();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder.uri, "docs.json");
  if (await hasFile(uri)) {
    await vscode.window.showTextDocument(uri);
    return;
  }
  if (!(await confirmFolder(folder.uri))) return;
  const pagePattern = new vscode.RelativePattern(folder, "**/*.{md,mdx}");
  const uris = await vscode.workspace.findFiles(pagePattern, "**/node_modules/**", maxFiles);
  const prefix = `${folder.uri.path.replace(/\/$/, "")}/`;
  const paths = uris.flatMap(({ path }) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(createStarterConfig(folder.name, paths)) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("Couldn't create docs.json in {0}. Check that you can write to this folder.", folder.name),
    );
    return;
  }
  await vscode.window.showTextDocument(uri);
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1)
    return vscode.window.showWorkspaceFolderPick({
      placeHolder: vscode.l10n.t("Select the folder that contains your pages"),
    });
  if (folders.length === 0) await vscode.commands.executeCommand("vscode.openFolder");
  return folders[0];
}

/**
 * Returns whether to create a docs.json in a folder. If a parent folder already contains one, prompts the user, because
 * the service ignores a docs.json in a subfolder of a site.
 */
async function confirmFolder(folderUri: vscode.Uri): Promise<boolean> {
  const siteFolder = await findSiteAbove(folderUri);
  if (!siteFolder) return true;
  const openFolderButton = vscode.l10n.t("Open Folder");
  const createButton = vscode.l10n.t("Create Anyway");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "The parent folder {0} contains a docs.json, so this folder is probably part of its site. Open that folder to check the site.",
      siteFolder.path.split("/").at(-1) || siteFolder.path,
    ),
    openFolderButton,
    createButton,
  );
  if (choice === openFolderButton) await vscode.commands.executeCommand("vscode.openFolder", siteFolder);
  return choice === createButton;
}

/** Returns the nearest parent folder that contains a docs.json. */
async function findSiteAbove(folderUri: vscode.Uri): Promise<vscode.Uri | undefined> {
  const parent = vscode.Uri.joinPath(folderUri, "..");
  if (parent.path === folderUri.path) return undefined;
  const isSite = await hasFile(vscode.Uri.joinPath(parent, "docs.json"));
  return isSite ? parent : findSiteAbove(parent);
}
