import path from "node:path";

export interface WorkbenchRequest {
  /** The host and port of the page. They also identify the remote that contains the files. */
  readonly authority: string;
  readonly folder: string;
  /**
   * The folder of an extension in development, which is loaded instead of an installed extension. The folder contains a
   * package.json.
   */
  readonly extension?: string;
  /** A module that exports `run`, which is called in the extension host. */
  readonly tests?: string;
  /** A file, optionally with a line and column, such as `docs.json:12:5`. */
  readonly openFile?: string;
}

/** Returns the URL of a workbench that shows `folder`. */
export function createWorkbenchUrl(request: WorkbenchRequest): string {
  const toRemoteUrl = (file: string) => `vscode-remote://${request.authority}${path.resolve(file)}`;
  const payload = [
    ...(request.extension ? [["extensionDevelopmentPath", toRemoteUrl(request.extension)]] : []),
    ...(request.tests ? [["extensionTestsPath", toRemoteUrl(request.tests)]] : []),
    ...(request.openFile
      ? [
          ["openFile", toRemoteUrl(request.openFile)],
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
