import { join } from "node:path";
import type { ToPage } from "../../../../webview/src/protocol.ts";
import { profiles } from "../../core/config/settings/profile.ts";
import { getPageHref } from "../../core/preview/frame/frame-links.ts";
import { findPageAtUrl } from "../../core/preview/frame/pages.ts";
import {
  type PlaygroundToHost,
  playgroundToHostSchema,
  type MessageToPlayground,
} from "../../core/request/protocol/playground-protocol.ts";
import { previewRuleCodes } from "../../core/rules/findings/mdx-findings.ts";
import { getPageSlug } from "../../core/site/pages/pages.ts";
import { getProblemIdentity, type Problem } from "../../core/rules/rule.ts";
import type { Site } from "../../core/site/site.ts";
import { listDeclaredOrigins } from "../../core/site/specs/declared-origins.ts";
import { getAcceptedLanguage, getPageLanguage } from "../../core/text/page-language.ts";
import { parseMessage } from "../../core/text/parse-message.ts";
import { createLineMap, getPosition, type SitePath } from "../../core/text/text-edit.ts";
import { type PreviewedSite, startPreviewServer } from "../../preview-server/preview-server.ts";
import { openRegularFile } from "../../preview-server/static-files.ts";
import { createLoopbackRedirect } from "../../relay/auth/loopback-redirect.ts";
import { download } from "../../relay/download.ts";
import { createRelayListener, type RelayListener } from "../../relay/listener/relay-listener.ts";
import { createReceivedFiles } from "../../relay/listener/uploads.ts";
import {
  createPlaygroundService,
  type PlaygroundSender,
  type PlaygroundService,
} from "../../relay/playground/playground-service.ts";
import { createMemorySecretStore, createMemoryStore } from "../../relay/playground/stores.ts";
import { createRelay } from "../../relay/relay.ts";
import { createWebSocketService } from "../../relay/websocket/websocket-service.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { SiteStore } from "../../workspace/analysis/site-store.ts";
import { createDebouncer } from "../../core/text/debouncer.ts";
import { createIconStore, readDocumentLanguage } from "../../workspace/files/bundled-assets.ts";
import { getRealPath } from "../../workspace/files/node-disk.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { watchFolder } from "../../workspace/files/watch-files.ts";
import { createComponentConsent } from "../../workspace/preview/component-sandbox.ts";
import { listChangesSinceHead, readTextAtHead } from "../../workspace/preview/page-diff.ts";
import { OpenPreviews } from "../../workspace/preview/previews.ts";
import { RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import { type AnalysisWorkers, createAnalysisWorkers } from "../../workspace/workers.ts";
import type { CommandHost, Output } from "../command.ts";
import { openInBrowser } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";
import type { PreviewEnvironment, PreviewFolder, PreviewOptions } from "./preview-command.ts";

const maxPrintedErrors = 20;

/**
 * Returns a function that prints new errors in a site and in its open pages, each on its own line, such as
 * `guides/start.mdx:4:1 …`.
 */
export function createErrorPrinter(output: Output): (site: SiteState) => void {
  let reportedIdentities: ReadonlySet<string> = new Set();
  return (site) => {
    const textsByFile = new Map<SitePath, string>();
    const readText = (file: SitePath): string => {
      const text = textsByFile.get(file) ?? getFileText(readFile(site.files, file)) ?? "";
      textsByFile.set(file, text);
      return text;
    };
    const problemsByIdentity = new Map<string, Problem>();
    for (const problem of site.problemStore.listVisibleProblems())
      if (problem.severity === "error" || previewRuleCodes.has(problem.code))
        problemsByIdentity.set(getProblemIdentity(problem, problem.at.file, readText(problem.at.file)), problem);
    const newProblems = [...problemsByIdentity]
      .filter(([identity]) => !reportedIdentities.has(identity))
      .map(([, problem]) => problem);
    reportedIdentities = new Set(problemsByIdentity.keys());
    for (const problem of newProblems.slice(0, maxPrintedErrors))
      output.write(`${formatProblemLine(problem, readText(problem.at.file))}\n`);
    const hiddenCount = newProblems.length - maxPrintedErrors;
    if (hiddenCount > 0)
      output.write(
        `${hiddenCount} more ${hiddenCount === 1 ? "error" : "errors"}; run "docwright check" to list all of them.\n`,
      );
  };
}

function formatProblemLine({ at, message, code }: Problem, text: string): string {
  const { line, character } = getPosition(createLineMap(text), at.range.start);
  return toVisibleText(`${at.file}:${line + 1}:${character + 1} ${message} (${code})`);
}

/** The playground for browser tabs. All its data is discarded when the command ends. */
export interface PreviewPlayground {
  readonly listener: RelayListener;
  /** Handles an unvalidated message from the tab with this name. */
  readonly handleMessage: (tabName: string, message: unknown, sendToPage: (message: ToPage) => void) => void;
  readonly closeTab: (tabName: string) => void;
  readonly end: () => Promise<void>;
}

export interface PreviewPlaygroundOptions {
  readonly root: string;
  /** Returns the site, or undefined while the site is loading. */
  readonly getSite: () => Site | undefined;
  /** Returns the port of the preview itself, to which the relay never sends requests. */
  readonly getPort: () => number | undefined;
  /** The environment specified on the command line. */
  readonly environment: PreviewEnvironment | undefined;
  readonly print: (line: string) => void;
}

export function createPlayground({
  root,
  getSite,
  getPort,
  environment,
  print,
}: PreviewPlaygroundOptions): PreviewPlayground {
  const files = createReceivedFiles();
  const service = createPlaygroundService({
    kind: "browser",
    scope: root,
    store: createMemoryStore(),
    secrets: createMemorySecretStore(),
    // The folder is trusted, because the user ran the command in it. Consent is still required for each origin.
    isTrusted: () => true,
    listTargets: () => {
      const site = getSite();
      return site ? listDeclaredOrigins(site) : [];
    },
    getSiteUrl: () => getSite()?.settings.siteUrl,
    getProxyPath: () => getSite()?.profile.proxyPath ?? profiles.standard.proxyPath,
    openFile: async (fileRef) => files.openFile(fileRef),
    getRelay: () => relay,
    redirect: createLoopbackRedirect(),
    openUrl: openInBrowser,
    getOwnPort: getPort,
  });
  const relay = createRelay(service.host);
  if (environment) addEnvironment(service, environment);
  const socketService = createWebSocketService(service.host);
  const sendersByTabName = new Map<string, PlaygroundSender>();
  return {
    listener: createRelayListener({ relay, files }),
    handleMessage: (tabName, message, sendToPage) => {
      const parsedMessage = parseMessage(playgroundToHostSchema, message);
      if (!parsedMessage) return;
      const sendToTab =
        sendersByTabName.get(tabName) ??
        ((message: MessageToPlayground) => {
          printConsent(message, print);
          sendToPage(message);
        });
      sendersByTabName.set(tabName, sendToTab);
      printConsent(parsedMessage, print);
      if (parsedMessage.kind === "relay/abort") relay.abort(parsedMessage.id);
      else if (!socketService.handleMessage(parsedMessage, sendToTab)) service.handleMessage(parsedMessage, sendToTab);
    },
    closeTab: (tabName) => {
      const sendToTab = sendersByTabName.get(tabName);
      if (sendToTab) {
        service.disconnect(sendToTab);
        socketService.disconnect(sendToTab);
      }
      sendersByTabName.delete(tabName);
    },
    end: async () => {
      service.dispose();
      socketService.dispose();
      await relay.dispose();
      await files.dispose();
    },
  };
}

/** Prints a line when a tab needs consent to send secrets, and when the user gives consent. */
function printConsent(message: MessageToPlayground | PlaygroundToHost, print: (line: string) => void): void {
  if (message.kind === "relay/consent" && message.answer !== "no" && message.secrets.length > 0)
    print(`Allowed in the browser: sending ${message.secrets.join(", ")} to ${message.origin}.`);
  if (message.kind !== "relay/target" || !("question" in message) || !message.question) return;
  const { origin, secrets } = message.question;
  if (secrets.length > 0)
    print(`Consent needed: a request to ${origin} sends ${secrets.join(", ")}. Allow or reject it in the browser.`);
}

/** Adds the environment that was specified on the command line, and selects it. */
function addEnvironment(service: PlaygroundService, { name, baseUrl, variables, secrets }: PreviewEnvironment): void {
  const environment = { baseUrl, variables, keepsCookies: false };
  service.handleMessage({ kind: "relay/environment", change: { kind: "set", name, environment } }, () => undefined);
  service.handleMessage({ kind: "relay/environment", change: { kind: "choose", name } }, () => undefined);
  for (const [secretName, value] of secrets) void service.saveSecret(secretName, baseUrl ?? "", value);
}

export type StartedPreview =
  | {
      readonly ok: true;
      readonly url: string;
      /** The path of the page that was specified, such as `guides/start`. Empty if a folder was specified. */
      readonly path: string;
      /** See `PreviewServer.createUrl`. */
      readonly createUrl: () => string;
      readonly close: () => Promise<void>;
    }
  | { readonly ok: false; readonly reason: string };

const debounceMilliseconds = { default: 5, max: 30 };

/**
 * Loads the site, watches its files, and serves it. Prints each error on its own line. A page that isn't part of a site
 * is served in a temporary site, without its errors.
 */
export async function previewSite(
  { root, page }: PreviewFolder,
  options: PreviewOptions & { readonly playgroundEnvironment: PreviewEnvironment | undefined },
  host: CommandHost,
): Promise<StartedPreview> {
  const workers = createAnalysisWorkers();
  const previews = new OpenPreviews(
    workers.renderWorkerHost,
    createIconStore(join(__dirname, "icons")).findMarkup,
    workers.specService,
  );
  const reportErrors = createErrorPrinter(host.stdout);
  const logFailure = (action: string, error: unknown) =>
    host.stderr.write(
      `docwright: ${toVisibleText(action)}: ${toVisibleText(error instanceof Error ? error.message : String(error))}\n`,
    );
  const sites = new SiteStore({
    profile: options.profile ?? "auto",
    ...workers,
    specAnalyzer: workers.specService,
    remoteSpecs: new RemoteSpecs(download),
    rules: { onRuleFailure: (code, error) => logFailure(`The rule ${code} failed`, error) },
    onFailed: logFailure,
    onChanged: (site) => previews.onSiteChanged(site),
    onProblems: () => undefined,
    onIdle: (site) => {
      if (site.root === root) reportErrors(site);
    },
    onRemoved: () => undefined,
    onReplaced: (site) => previews.onSiteReplaced(site),
    onScanChanged: () => undefined,
    onProgress: () => undefined,
  });
  workers.renderWorkerHost.warmUp();
  // Updates visible pages without waiting until all changes have been detected.
  const updateDebouncer = createDebouncer(
    globalThis,
    () => {
      for (const site of sites.sites) previews.onSiteChanged(site);
    },
    debounceMilliseconds.default,
    debounceMilliseconds.max,
  );
  const watcher = watchFolder(root, (paths) => {
    updateDebouncer.trigger();
    sites.onFilesChanged(paths);
  });
  const siteSearch = sites.setFolders([root]);
  const end = async (): Promise<void> => {
    watcher.end();
    updateDebouncer.cancel();
    previews.end();
    sites.end();
    await endWorkers(workers);
  };
  try {
    await siteSearch;
    const { port, allowedHosts, lang } = options;
    const pageFile = page === undefined ? undefined : join(root, page);
    const singlePageSite =
      pageFile === undefined || sites.findSite(pageFile) ? undefined : sites.openPage(pageFile).site;
    const getSiteState = (): SiteState | undefined =>
      sites.sites.find((siteState) => siteState.root === root) ?? singlePageSite;
    const serverInfo: { port?: number } = {};
    const playground = createPlayground({
      root,
      getSite: () => getSiteState()?.current?.site,
      getPort: () => serverInfo.port,
      environment: options.playgroundEnvironment,
      print: (line) => void host.stdout.write(`${toVisibleText(line)}\n`),
    });
    const site = toPreviewedSite(
      { root, ...options },
      { getSiteState, singlePageSite, previews, playground, logFailure },
    );
    const webviewFolder = join(__dirname, "webview");
    const relayListener = playground.listener;
    const server = await startPreviewServer({
      site,
      port,
      allowedHosts,
      webviewFolder,
      relay: relayListener,
      chooseLanguage: (acceptLanguage) =>
        readDocumentLanguage(
          webviewFolder,
          lang === undefined ? getAcceptedLanguage(acceptLanguage) : getPageLanguage(lang),
        ),
    });
    serverInfo.port = Number(new URL(server.url).port);
    return {
      ok: true,
      url: server.url,
      path: await findPagePath(page, getSiteState()),
      createUrl: server.createUrl,
      close: async () => {
        await server.close();
        await playground.end();
        await end();
      },
    };
  } catch (error) {
    await end();
    const isPortInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    return {
      ok: false,
      reason: isPortInUse
        ? `port ${options.port} is already in use. Choose another --port, or omit it.`
        : `couldn't start the preview: ${toVisibleText(String(error))}.`,
    };
  }
}

/** Returns the URL path of a page without its leading slash. Empty if the file isn't published as a page. */
async function findPagePath(page: SitePath | undefined, site: SiteState | undefined): Promise<string> {
  if (page === undefined) return "";
  await site?.waitUntilLoaded();
  const slug = getPageSlug(page);
  const loadedSite = site?.current?.site;
  if (!loadedSite || slug === undefined) return "";
  return getPageHref(loadedSite, slug).replace(/^\/+/, "");
}

async function endWorkers({ specService, mdxReader, renderWorkerHost }: AnalysisWorkers): Promise<void> {
  mdxReader.save();
  await Promise.all([specService.end(), mdxReader.end(), renderWorkerHost.end()]);
}

interface PreviewedSiteContext {
  /** Returns the current site, or undefined if the site hasn't been found yet. */
  readonly getSiteState: () => SiteState | undefined;
  /** The temporary site of the page, if the page wasn't part of a site. */
  readonly singlePageSite: SiteState | undefined;
  readonly previews: OpenPreviews;
  readonly playground: PreviewPlayground;
  readonly logFailure: (action: string, error: unknown) => void;
}

function toPreviewedSite(
  { root, git, runComponents }: Pick<PreviewOptions, "git" | "runComponents"> & { readonly root: string },
  { getSiteState, singlePageSite: singlePage, previews, playground, logFailure }: PreviewedSiteContext,
): PreviewedSite {
  const consent = runComponents ? createComponentConsent([]) : undefined;
  const sendersByTabName = new Map<string, (message: ToPage) => void>();
  return {
    open: (tabName, url, sendToPage) => {
      const site = getSiteState();
      if (!site) return;
      sendersByTabName.set(tabName, sendToPage);
      const readHeadText = git ? (file: SitePath) => readTextAtHead(root, file) : undefined;
      const readChanges = git ? () => listChangesSinceHead(root) : undefined;
      const reopen = () => sendToPage({ kind: "reload" });
      const host = {
        sendToPage,
        show: () => undefined,
        onMoved: () => undefined,
        reopen,
        readHeadText,
        readChanges,
        onFailed: logFailure,
      };
      previews.open(tabName, { site, target: { url }, host, consent, isSinglePage: site === singlePage });
    },
    handleMessage: (tabName, message) => {
      const sendToPage = sendersByTabName.get(tabName);
      if (sendToPage) playground.handleMessage(tabName, message, sendToPage);
      previews.handleMessage(tabName, message);
    },
    close: (tabName) => {
      sendersByTabName.delete(tabName);
      playground.closeTab(tabName);
      previews.close(tabName);
    },
    acceptsUrl: (url) => {
      const site = getSiteState()?.current?.site;
      return !(site?.loaded.pages && site.loaded.specs) || findPageAtUrl(site, url).kind !== "not-found";
    },
    openAsset: (path) => {
      const realPath = isHiddenFile(path) ? undefined : getRealPath(root, path);
      return realPath === undefined ? undefined : openRegularFile(realPath);
    },
  };
}

/** Whether a file is hidden, such as `.docwright.json` or `.git/config`. Hidden files aren't served to readers. */
function isHiddenFile(path: SitePath): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}
