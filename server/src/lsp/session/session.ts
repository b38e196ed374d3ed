import type { ClientCapabilities, Connection, InitializeParams } from "vscode-languageserver/node";
import type { FindIcon } from "../../core/config/icons/icons.ts";
import type { RunOptions } from "../../core/rules/engine/run-rules.ts";
import { type HintKind, hintKinds } from "../../core/features/hover/inlay-hints.ts";
import type { MessageFormatter } from "../../core/text/localized-message.ts";
import type { InitializationOptions } from "../../protocol/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { SiteStore } from "../../workspace/analysis/site-store.ts";
import type { SiteApiTests } from "../../workspace/api-tests/run-tests.ts";
import type { OpenPreviews } from "../../workspace/preview/previews.ts";
import type { RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import type { SpecService } from "../../workspace/specs/spec-service.ts";
import type { LineMaps } from "../convert/convert.ts";
import type { Host } from "../diagnostics/diagnostics.ts";
import type { CoverageNotifier } from "../features/site/coverage.ts";
import type { EditHistory } from "../features/edit-history.ts";
import type { FeedbackJoinNotifier, FeedbackRatings, SnippetLocator } from "../features/feedback.ts";
import type { NavigationNotifier } from "../features/navigation-tree.ts";
import type { OverviewNotifier } from "../features/site/site-overview.ts";
import type { Documents } from "../sync/documents.ts";

/**
 * The state that all handlers share, which exists for one client from `initialize` until the connection ends.
 */
export interface Session {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  readonly sites: SiteStore;
  readonly documents: Documents;
  readonly lineMaps: LineMaps;
  readonly host: Host;
  readonly remoteSpecs: RemoteSpecs;
  /** Provides data about specifications that isn't in their outlines. */
  readonly specs: Pick<
    SpecService,
    "requestEditorData" | "readModel" | "read" | "readSpecs" | "readText" | "readReferences" | "analyze"
  >;
  /** The options for running rules, including the translations for the client's display language. */
  readonly runOptions: RunOptions;
  /** Formats messages in the client's display language. */
  readonly messages: MessageFormatter;
  /** Whether Git can be run. This requires that the user trusts the workspace. */
  readonly canRunGit: boolean;
  /** Whether the editor can open playgrounds. */
  readonly hasPlayground: boolean;
  /**
   * Whether the editor has the Explain Visibility command. `hasRefactoringCommands` indicates whether it has the
   * commands that prompt for input and choices.
   */
  readonly hasExplainCommand: boolean;
  readonly hasRefactoringCommands: boolean;
  readonly showsPageLens: boolean;
  readonly inlayHints: readonly HintKind[];
  /** Whether the user can allow network requests. */
  readonly canFetchSpecs: boolean;
  readonly findIcon: FindIcon;
  /** Maps each path to the last result ID that was sent to a client that pulls diagnostics. */
  readonly resultIdsByPath: Map<string, string>;
  readonly coverageNotifier: CoverageNotifier;
  readonly navigationNotifier: NavigationNotifier;
  readonly overviewNotifier: OverviewNotifier;
  readonly editHistory: EditHistory;
  readonly feedbackJoinNotifier: FeedbackJoinNotifier;
  readonly ratings: FeedbackRatings;
  readonly snippetLocator: SnippetLocator;
  readonly previews: LoadedOnUse<OpenPreviews>;
  readonly tests: LoadedOnUse<SiteApiTests>;
}

/**
 * A part of the session whose code is loaded when it's first used, because most sessions don't need it. Calls of `load`
 * and `useIfLoaded` take effect in the order in which they're made.
 */
export class LoadedOnUse<Part> {
  readonly #create: () => Promise<Part>;
  #part: Promise<Part> | undefined;

  constructor(create: () => Promise<Part>) {
    this.#create = create;
  }

  load(): Promise<Part> {
    return (this.#part ??= this.#create());
  }

  /** Passes the part to a function. Does nothing if the part hasn't been used yet. */
  async useIfLoaded(use: (part: Part) => void | Promise<void>): Promise<void> {
    if (this.#part) await use(await this.#part);
  }
}

/** Listens for changes to problems, for both push and pull diagnostics. */
export interface ProblemListener {
  readonly onProblems: (site: SiteState) => void;
  readonly onIdle: (site: SiteState) => void;
  readonly onRemoved: (site: SiteState) => void;
  readonly onHostChanged: () => void;
}

/** Returns a function that writes a failure to the client's log without ending the server. */
export function createFailureLogger(connection: Connection): (action: string, error: unknown) => void {
  return (action, error) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      connection.console.error(`${action}: ${details}`);
    } catch {
      // The connection throws an error after the client has disconnected. If an exception handler throws an error,
      // Node.js ends the process with code 7 and prints the source code that threw it. To avoid this, the failure is
      // written to the standard error stream. The transport then shuts down the process.
      const [firstLine = ""] = details.split("\n", 1);
      process.stderr.write(`docwright: ${action}: ${firstLine}\n`);
    }
  };
}

/** Logs uncaught exceptions and rejections. */
export function logUnexpectedErrors(connection: Connection): void {
  const log = createFailureLogger(connection);
  // The client may also have closed this stream.
  process.stderr.on("error", () => undefined);
  process.on("uncaughtException", (error) => log("Unexpected", error));
  process.on("unhandledRejection", (error) => log("Unexpected", error));
}

/** Reads the options that a client sends at startup. Ignores invalid values. */
export function readInitializationOptions(params: InitializeParams): InitializationOptions {
  const initializationOptions: unknown = params.initializationOptions;
  if (typeof initializationOptions !== "object" || initializationOptions === null) return {};
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
    inlayHints,
  }: { readonly [K in keyof InitializationOptions]?: unknown } = initializationOptions;
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
    ...(Array.isArray(inlayHints) ? { inlayHints: hintKinds.filter((kind) => inlayHints.includes(kind)) } : {}),
  };
}

/** Returns the permissions that the editor and the user have granted to the server. By default, nothing is allowed. */
export function getPermissions({
  git = false,
  network = false,
  playground = false,
  explain = false,
  refactoring = false,
  pageLens = true,
  inlayHints = hintKinds,
}: InitializationOptions): Pick<
  Session,
  | "hasExplainCommand"
  | "canRunGit"
  | "inlayHints"
  | "canFetchSpecs"
  | "showsPageLens"
  | "hasPlayground"
  | "hasRefactoringCommands"
> {
  return {
    hasExplainCommand: explain,
    canRunGit: git,
    inlayHints,
    canFetchSpecs: network,
    showsPageLens: pageLens,
    hasPlayground: playground,
    hasRefactoringCommands: refactoring,
  };
}
