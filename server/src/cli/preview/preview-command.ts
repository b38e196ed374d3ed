import { readFileSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import type { TranslatedLanguage } from "../../core/text/page-language.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { parseEnvFile } from "../../relay/secrets/secrets.ts";
import { isInside, toSitePath } from "../../workspace/files/disk.ts";
import { findSiteAbove, findSites } from "../../workspace/files/find-sites.ts";
import {
  CommandError,
  type CommandHost,
  defineCommand,
  createFlagOption,
  createLanguageOption,
  createNoSiteError,
  profileOption,
  getFolderArgument,
  createRepeatableOption,
  resolveFolder,
  createValueOption,
  createNumberOption,
} from "../command.ts";
import { openInBrowser } from "../terminal/output.ts";
import { parseTestEnvironment } from "../test/environment.ts";

/** The options for `docwright preview`. */
export interface PreviewOptions {
  /** The folder or page, as specified on the command line. */
  readonly path: string;
  /** The port. If 0, any free port is used. */
  readonly port: number;
  readonly open: boolean;
  readonly allowedHosts: readonly string[];
  readonly profile: ProfileName | undefined;
  /** Whether Git can be run to read pages from the last commit. */
  readonly git: boolean;
  /** Whether the site's components can run in a sandbox. Each component runs only after the author has clicked it. */
  readonly runComponents: boolean;
  /** A file with values and secrets for the playground. Undefined if none is specified. */
  readonly environment: string | undefined;
  /** The language for the toolbar and playground. If undefined, the browser's language is used. */
  readonly lang: TranslatedLanguage | "en" | undefined;
}

const hostNamePattern = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/** The preview command, which serves a site to a browser until it's stopped. */
export const previewCommand = defineCommand({
  name: "preview",
  usage: ["[DIR] [options]", "PAGE [options]"],
  description: [
    "Shows the site in DIR (default: current directory) in a browser as readers see it. The preview updates as you edit, and each new error is printed on one line.",
    "PAGE is an .mdx or .md file. If it isn't part of a site, the preview shows the page without navigation or theme.",
    "The preview is available only at the printed URL, and only on this machine. Press Ctrl+C to stop.",
  ],
  options: {
    port: createNumberOption("N", { min: 0, max: 65_535, fallback: 0 }, "port to listen on (default: a free port)"),
    open: createFlagOption("open the preview in the browser"),
    "allow-host": createRepeatableOption(
      "NAME",
      "also accept requests for this host name, for example, when you forward a port; anyone who can reach the host can see the site",
      (name) => (hostNamePattern.test(name) ? undefined : "a host name such as me-8080.example.com"),
    ),
    git: createFlagOption("run Git to highlight changes since the last commit"),
    "run-components": createFlagOption(
      "let the site's components run in a sandbox without network access; each component runs only after you click it",
    ),
    environment: createValueOption(
      "FILE",
      'variables and secrets for the playground: a JSON file like the one for "docwright test", or a .env file',
    ),
    lang: createLanguageOption("language for the toolbar and playground", "the browser's language"),
    profile: profileOption,
  },
  exitCodes: "0 the preview was stopped, 2 the command failed",
  parse: ({ allowHost: allowedHosts, ...values }, positionals): PreviewOptions => ({
    ...values,
    allowedHosts,
    path: getFolderArgument(positionals),
  }),
  run: async (options, host) => {
    const target = await chooseTarget(options, host);
    const playgroundEnvironment = readPreviewEnvironment(options.environment, host);
    const { previewSite } = await import("./preview-site.ts");
    const stopPromise = waitForStop();
    const preview = await previewSite(target, { ...options, playgroundEnvironment }, host);
    if (!preview.ok) throw new CommandError(preview.reason);
    host.stdout.write(`Preview: ${preview.url}${preview.path}\n`);
    if (options.open) void openInBrowser(`${preview.createUrl()}${preview.path}`);
    respondToEditor(preview.createUrl);
    await stopPromise;
    await preview.close();
    return 0;
  },
});

/**
 * A playground environment that was specified on the command line, along with the values of its secrets. The
 * environment is stored only in memory.
 */
export interface PreviewEnvironment {
  readonly name: string;
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** The values of secrets, keyed by name. They're sent only to `baseUrl`. */
  readonly secrets: ReadonlyMap<string, string>;
}

const maxEnvironmentFileSize = 1_000_000;

/**
 * Reads the environment from a file that was specified on the command line. The file is either JSON in the same format
 * as for `docwright test`, or a `.env` file with values. Returns undefined if no file was specified. Throws a
 * `CommandError` if the file can't be used.
 */
export function readPreviewEnvironment(
  file: string | undefined,
  { cwd, environment }: CommandHost,
): PreviewEnvironment | undefined {
  if (file === undefined) return undefined;
  const text = readText(resolve(cwd, file));
  if (text === undefined) throw new CommandError(`can't read the environment ${file}`);
  const name = basename(file).replace(/\.json$/i, "");
  if (!/^\s*\{/.test(text))
    return { name, baseUrl: undefined, variables: Object.fromEntries(parseEnvFile(text)), secrets: new Map() };
  const parsedEnvironment = parseTestEnvironment(text, environment);
  if (!parsedEnvironment.ok) throw new CommandError(`the environment ${file} ${parsedEnvironment.reason}`);
  const { servers, variables, secrets } = parsedEnvironment.environment;
  const [baseUrl] = servers;
  if (secrets.size > 0 && baseUrl === undefined)
    throw new CommandError(`the environment ${file} has secrets but no \`baseUrl\` to send them to`);
  return { name, baseUrl, variables, secrets };
}

function readText(path: string): string | undefined {
  try {
    return statSync(path).size <= maxEnvironmentFileSize ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The folder to preview and, if a page was specified, the page's path in the folder. */
export interface PreviewFolder {
  readonly root: string;
  readonly page?: SitePath | undefined;
}

/**
 * Returns the site to preview. For a page outside all sites, returns the current directory or, if the page isn't in it,
 * the page's folder. The page can load media files and snippets in this folder.
 */
async function chooseTarget(options: PreviewOptions, host: CommandHost): Promise<PreviewFolder> {
  const file = resolve(host.cwd, options.path);
  if (!isPage(file)) return { root: await chooseSite(resolveFolder(options.path, host), options) };
  const root = findSiteAbove(file) ?? (isInside(host.cwd, file) ? host.cwd : dirname(file));
  return { root, page: toSitePath(root, file) };
}

function isPage(path: string): boolean {
  return /\.mdx?$/i.test(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** Returns the root of the site to preview: the folder itself if it's a site; otherwise, the only site below it. */
async function chooseSite(folder: string, { path: folderName }: PreviewOptions): Promise<string> {
  const roots = await findSites(folder);
  const [firstRoot, secondRoot] = roots;
  if (firstRoot === undefined) throw createNoSiteError(folderName, folder);
  if (roots.includes(folder)) return folder;
  if (secondRoot === undefined) return firstRoot;
  const names = roots.slice(0, 5).map((root) => relative(folder, root));
  const moreNote = roots.length > names.length ? `, and ${roots.length - names.length} more` : "";
  throw new CommandError(
    `${folderName} contains several sites; specify one of these folders: ${names.join(", ")}${moreNote}`,
  );
}

/**
 * Sends a single-use URL to the editor that started the command whenever the editor requests one. The editor then opens
 * the browser itself.
 */
function respondToEditor(createUrl: () => string): void {
  process.on("message", (message) => {
    if (message === "url") process.send?.(createUrl());
  });
}

/** Resolves when the user, the terminal, or the system stops the command, or when the editor that started it exits. */
function waitForStop(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
    process.once("disconnect", () => end());
  });
}
