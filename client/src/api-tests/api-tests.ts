import * as vscode from "vscode";
import type { PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import {
  type ApiTestTarget,
  validateApiTest,
  type ApiTestResult,
  planApiTests,
  type PlannedApiTest,
} from "../../../server/src/protocol/api-tests.ts";
import { type PlaygroundFacts, playgroundFacts } from "../../../server/src/protocol/preview.ts";
import { toEditorRange } from "../editor/workspace.ts";
import { translateMessages } from "../editor/translate-messages.ts";
import type { LanguageServer } from "../language-client.ts";
import type { Playgrounds } from "../playground/playgrounds.ts";

/**
 * Returns the environment to which tests are sent: the one selected in the playground or, if none is selected, a URL
 * that the user chooses. Returns undefined if the user cancels.
 */
export async function chooseTarget(
  { environment, environments, secrets }: PlaygroundState,
  facts: PlaygroundFacts | undefined,
  usesAllMethods: boolean,
): Promise<ApiTestTarget | undefined> {
  const chosenEnvironment = environments.find(({ name }) => name === environment);
  const server = chosenEnvironment?.baseUrl ?? (await promptForServer(facts));
  if (server === undefined || !URL.canParse(server)) return undefined;
  const { origin } = new URL(server);
  const matchingSecrets = secrets.filter((secret) => secret.origin === origin);
  return {
    servers: [server],
    variables: chosenEnvironment?.variables ?? {},
    credentials: Object.fromEntries(
      matchingSecrets.map(({ name }) => [name, { kind: "value", value: `{{secret:${name}}}` } as const]),
    ),
    allMethods: usesAllMethods,
  };
}

async function promptForServer(facts: PlaygroundFacts | undefined): Promise<string | undefined> {
  const serverItems = (facts?.targets ?? []).map(({ origin, declaredBy }) => ({
    label: origin,
    description: declaredBy,
  }));
  const otherUrlItem = { label: vscode.l10n.t("Other URL…"), description: "" };
  const item = await vscode.window.showQuickPick([...serverItems, otherUrlItem], {
    title: vscode.l10n.t("Choose a Server for the Examples"),
    placeHolder: vscode.l10n.t("You'll be prompted again before the first request is sent"),
    ignoreFocusOut: true,
  });
  if (item !== otherUrlItem) return item?.label;
  return vscode.window.showInputBox({
    title: vscode.l10n.t("API URL"),
    value: "http://localhost:",
    ignoreFocusOut: true,
    validateInput: (text) =>
      URL.canParse(text) ? undefined : vscode.l10n.t("Enter a URL that starts with http:// or https://."),
  });
}

/**
 * Returns the text on one line, for use in the terminal that shows test results. The text may come from an API or a
 * site, so every character that could move the cursor, write to the clipboard, or open a link is replaced.
 */
export function toTerminalText(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "·");
}

/**
 * Returns the problems with a response. Each problem points to the line in the specification that the response violates
 * or, if that line is unknown, to the example. The text is escaped, because the editor shows it in a terminal.
 */
export function toMessages(
  { failures }: Extract<ApiTestResult, { kind: "failed" }>,
  item: vscode.TestItem,
): vscode.TestMessage[] {
  return failures.map(({ pointer, text, fix: remedy, uri, range }) => {
    const pointerPrefix = pointer === undefined || pointer === "" ? "" : `${pointer} `;
    const message = new vscode.TestMessage(
      `${toTerminalText(pointerPrefix + translateMessages([text]))}\n${toTerminalText(translateMessages([remedy]))}`,
    );
    if (uri !== undefined && range) message.location = new vscode.Location(vscode.Uri.parse(uri), toEditorRange(range));
    else if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
    return message;
  });
}

/** A site in the test tree. Each example on the site is a test. */
interface TestedSite {
  readonly root: string;
  readonly name: string;
}

/**
 * Shows the example requests from all sites as tests in the editor's Test Explorer. The tree contains the sites, their
 * specifications, the operations in each specification, and the samples on pages. The tests send requests to the
 * environment that the user has selected, and validate the responses against the specification.
 */
export class ApiTests implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #playgrounds: Playgrounds;
  readonly #controller: vscode.TestController;
  readonly #subscriptions: vscode.Disposable[];
  readonly #testsByItem = new WeakMap<vscode.TestItem, PlannedApiTest>();
  readonly #sitesByItem = new WeakMap<vscode.TestItem, TestedSite>();

  constructor(server: LanguageServer, playgrounds: Playgrounds) {
    this.#server = server;
    this.#playgrounds = playgrounds;
    this.#controller = vscode.tests.createTestController("docwright.apiTests", vscode.l10n.t("API examples"));
    this.#controller.resolveHandler = async (item) => {
      if (!item) await this.#discover();
    };
    this.#controller.refreshHandler = () => this.#discover();
    const { Run } = vscode.TestRunProfileKind;
    const readOnlyButton = vscode.l10n.t("Run Read-Only Requests");
    const allRequestsButton = vscode.l10n.t("Run All Requests");
    this.#controller.createRunProfile(readOnlyButton, Run, (request, token) => this.#run(request, token, false), true);
    this.#controller.createRunProfile(
      allRequestsButton,
      Run,
      (request, token) => this.#run(request, token, true),
      false,
    );
    this.#subscriptions = [this.#controller];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #discover(): Promise<void> {
    const sites = await this.#server.getSites();
    const items = await Promise.all(sites.map((site) => this.#createSiteItem(site)));
    this.#controller.items.replace(items);
  }

  async #createSiteItem(site: TestedSite): Promise<vscode.TestItem> {
    const { root, name } = site;
    const item = this.#controller.createTestItem(root, name, vscode.Uri.parse(root));
    this.#sitesByItem.set(item, site);
    const target = { servers: [], variables: {}, credentials: {}, allMethods: true };
    for (const test of await this.#plan(root, target)) this.#addTest(item, test);
    return item;
  }

  async #plan(root: string, target: ApiTestTarget): Promise<readonly PlannedApiTest[]> {
    return (await this.#server.request(planApiTests, { root, target })) ?? [];
  }

  #addTest(siteItem: vscode.TestItem, test: PlannedApiTest): void {
    const { id, label, specification, uri, range } = test;
    const group = siteItem.children.get(specification) ?? this.#controller.createTestItem(specification, specification);
    siteItem.children.add(group);
    const item = this.#controller.createTestItem(`${siteItem.id} ${id}`, label, vscode.Uri.parse(uri));
    item.range = toEditorRange(range);
    if (test.source === "page") item.description = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    this.#testsByItem.set(item, test);
    group.children.add(item);
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken, usesAllMethods: boolean): Promise<void> {
    // A run of all tests includes every request that the site currently shows, including requests added after the tree
    // was built.
    if (this.#controller.items.size === 0 || !request.include) await this.#discover();
    const run = this.#controller.createTestRun(request);
    try {
      if (![...this.#controller.items].some(([, item]) => listIncludedTests(request, item).length > 0))
        run.appendOutput(`${vscode.l10n.t("No site in this workspace has example requests to send.")}\r\n`);
      for (const [, item] of this.#controller.items) {
        const site = this.#sitesByItem.get(item);
        const items = listIncludedTests(request, item);
        if (!site || items.length === 0 || token.isCancellationRequested) continue;
        await this.#runInSite(site, items, { run, token, usesAllMethods });
      }
    } finally {
      run.end();
    }
  }

  async #runInSite(
    { root }: TestedSite,
    items: readonly vscode.TestItem[],
    { run, token, usesAllMethods: allMethods }: TestRunContext,
  ): Promise<void> {
    const playground = await this.#playgrounds.getPlayground(root);
    const target = await chooseTarget(
      playground.service.getState(),
      (await this.#server.request(playgroundFacts, { root })) ?? undefined,
      allMethods,
    );
    if (!target) {
      for (const item of items) run.skipped(item);
      return;
    }
    const testsById = new Map((await this.#plan(root, target)).map((test) => [test.id, test]));
    for (const item of items) {
      if (token.isCancellationRequested) return;
      const test = testsById.get(this.#testsByItem.get(item)?.id ?? "");
      if (test?.plan.kind !== "send") {
        const reason = test ? translateMessages([test.plan.reason]) : getRemovedText();
        const line = toTerminalText(`${item.label}: ${reason}`);
        run.appendOutput(`${line}\r\n`, undefined, item);
        run.skipped(item);
        continue;
      }
      run.started(item);
      const response = await playground.sendTest(test.plan.request);
      const validation = await this.#server.request(validateApiTest, { root, id: test.id, response });
      if (validation?.kind === "failed") run.failed(item, toMessages(validation, item), response.milliseconds);
      else if (validation) run.passed(item, response.milliseconds);
      else run.skipped(item);
    }
  }
}

interface TestRunContext {
  readonly run: vscode.TestRun;
  readonly token: vscode.CancellationToken;
  readonly usesAllMethods: boolean;
}

const getRemovedText = (): string => vscode.l10n.t("The site no longer contains this request.");

/** Returns the requested tests of a site in the order of the test tree. */
function listIncludedTests(
  { include, exclude = [] }: vscode.TestRunRequest,
  siteItem: vscode.TestItem,
): readonly vscode.TestItem[] {
  const items: vscode.TestItem[] = [];
  const visit = (item: vscode.TestItem, isParentSelected: boolean): void => {
    if (exclude.includes(item)) return;
    const isSelected = isParentSelected || include === undefined || include.includes(item);
    if (item.children.size === 0 && isSelected && item !== siteItem) items.push(item);
    for (const [, child] of item.children) visit(child, isSelected);
  };
  visit(siteItem, false);
  return items;
}
