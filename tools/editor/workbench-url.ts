import path from "node:path";

export interface WorkbenchRequest {
  /** Host and port of the page, which also identify the remote that contains the files. */
  readonly authority: string;
  readonly folder: string;
  /** A folder with a package.json to load as an extension in development, instead of an installed one. */
  readonly extension?: string;
  /** A module that exports `run`, which is called in the extension host. */
  readonly tests?: string;
  /** A file, optionally with a line and column: `docs.json:12:5`. */
  readonly openFile?: string;
}

/** Returns the URL of a workbench that shows `folder`. */
export function workbenchUrl(request: WorkbenchRequest): string {
  const remote = (file: string) => `vscode-remote://${request.authority}${path.resolve(file)}`;
  const payload = [
    ...(request.extension ? [["extensionDevelopmentPath", remote(request.extension)]] : []),
    ...(request.tests ? [["extensionTestsPath", remote(request.tests)]] : []),
    ...(request.openFile
      ? [
          ["openFile", remote(request.openFile)],
          ["gotoLineMode", "true"],
        ]
      : []),
    ["skipWelcome", "true"],
  ];
  const url = new URL(`http://${request.authority}/`);
  url.searchParams.set("folder", path.resolve(request.folder));
  url.searchParams.set("payload", JSON.stringify(payload));
  return url.href;
}
