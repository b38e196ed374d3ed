import * as vscode from "vscode";
import {
  judgeApiTest,
  planApiTests,
  type ApiTestTarget,
  type PlannedApiTest,
} from "../../../server/src/protocol/api-tests.ts";
import { playgroundFacts } from "../../../server/src/protocol/preview.ts";
import type { LanguageServer } from "../language-client.ts";
import type { Playgrounds } from "../playground/playgrounds.ts";
import { toRange } from "../to-range.ts";
import { chooseTarget } from "./choose-target.ts";
import { messagesOf } from "./messages-of.ts";
import { terminalText } from "./terminal-text.ts";

/** A site whose examples are tests, as the tree of tests names it. */
interface TestedSite {
  readonly root: string;
  readonly name: string;
}

/**
 * The requests that sites show their readers, in the editor's Test Explorer: a site, its specifications, their operations
 * and the samples of pages. Run, they go to the environment that the person has chosen, and what comes back is held
 * against the specification.
 */
export class ApiTests implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #playgrounds: Playgrounds;
  readonly #controller: vscode.TestController;
  readonly #subscriptions: vscode.Disposable[];
  readonly #planned = new WeakMap<vscode.TestItem, PlannedApiTest>();
  readonly #sites = new WeakMap<vscode.TestItem, TestedSite>();

  constructor(server: LanguageServer, playgrounds: Playgrounds) {
    this.#server = server;
    this.#playgrounds = playgrounds;
    this.#controller = vscode.tests.createTestController("docwright.apiTests", vscode.l10n.t("API examples"));
    this.#controller.resolveHandler = async (item) => {
      if (!item) await this.#discover();
    };
    this.#controller.refreshHandler = () => this.#discover();
    const { Run } = vscode.TestRunProfileKind;
    const safe = vscode.l10n.t("Run What Only Reads");
    const all = vscode.l10n.t("Run What Changes Something Too");
    this.#controller.createRunProfile(safe, Run, (request, token) => this.#run(request, token, false), true);
    this.#controller.createRunProfile(all, Run, (request, token) => this.#run(request, token, true), false);
    this.#subscriptions = [this.#controller];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #discover(): Promise<void> {
    const sites = (await this.#server.report()).map(({ status: { root, name } }) => ({ root, name }));
    const items = await Promise.all(sites.map((site) => this.#siteItem(site)));
    this.#controller.items.replace(items);
  }

  async #siteItem(site: TestedSite): Promise<vscode.TestItem> {
    const { root, name } = site;
    const item = this.#controller.createTestItem(root, name, vscode.Uri.parse(root));
    this.#sites.set(item, site);
    const target = { servers: [], variables: {}, credentials: {}, allMethods: true };
    for (const test of await this.#plan(root, target)) this.#add(item, test);
    return item;
  }

  async #plan(root: string, target: ApiTestTarget): Promise<readonly PlannedApiTest[]> {
    return (await this.#server.request(planApiTests, { root, target })) ?? [];
  }

  #add(site: vscode.TestItem, test: PlannedApiTest): void {
    const { id, label, specification, uri, range } = test;
    const group =
      site.children.get(specification) ?? this.#controller.createTestItem(specification, specification);
    site.children.add(group);
    const item = this.#controller.createTestItem(`${site.id} ${id}`, label, vscode.Uri.parse(uri));
    item.range = toRange(range);
    if (test.from === "page") item.description = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    this.#planned.set(item, test);
    group.children.add(item);
  }

  async #run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    allMethods: boolean,
  ): Promise<void> {
    // All means all that the site shows now, also what has been written since the tree was looked at.
    if (this.#controller.items.size === 0 || !request.include) await this.#discover();
    const run = this.#controller.createTestRun(request);
    try {
      if (![...this.#controller.items].some(([, item]) => testsBelow(request, item).length > 0))
        run.appendOutput(
          `${vscode.l10n.t("No site here shows its readers a request that can be sent.")}\r\n`,
        );
      for (const [, item] of this.#controller.items) {
        const site = this.#sites.get(item);
        const chosen = testsBelow(request, item);
        if (!site || chosen.length === 0 || token.isCancellationRequested) continue;
        await this.#runIn(site, chosen, { run, token, allMethods });
      }
    } finally {
      run.end();
    }
  }

  async #runIn(
    { root }: TestedSite,
    chosen: readonly vscode.TestItem[],
    { run, token, allMethods }: Running,
  ): Promise<void> {
    const playground = await this.#playgrounds.of(root);
    const target = await chooseTarget(
      playground.desk.state(),
      (await this.#server.request(playgroundFacts, { root })) ?? undefined,
      allMethods,
    );
    if (!target) {
      for (const item of chosen) run.skipped(item);
      return;
    }
    const plans = new Map((await this.#plan(root, target)).map((test) => [test.id, test]));
    for (const item of chosen) {
      if (token.isCancellationRequested) return;
      const test = plans.get(this.#planned.get(item)?.id ?? "");
      if (test?.plan.kind !== "send") {
        const line = terminalText(`${item.label}: ${test?.plan.reason ?? gone()}`);
        run.appendOutput(`${line}\r\n`, undefined, item);
        run.skipped(item);
        continue;
      }
      run.started(item);
      const came = await playground.sendTest(test.plan.request);
      const judged = await this.#server.request(judgeApiTest, { root, id: test.id, came });
      if (judged?.kind === "failed") run.failed(item, messagesOf(judged, item), came.milliseconds);
      else if (judged) run.passed(item, came.milliseconds);
      else run.skipped(item);
    }
  }
}

interface Running {
  readonly run: vscode.TestRun;
  readonly token: vscode.CancellationToken;
  readonly allMethods: boolean;
}

const gone = (): string => vscode.l10n.t("The site does not show this request any more.");

/** The tests of one site that are asked for, in their order. */
function testsBelow(
  { include, exclude = [] }: vscode.TestRunRequest,
  site: vscode.TestItem,
): readonly vscode.TestItem[] {
  const found: vscode.TestItem[] = [];
  const visit = (item: vscode.TestItem, isIncluded: boolean): void => {
    if (exclude.includes(item)) return;
    const isIn = isIncluded || include === undefined || include.includes(item);
    if (item.children.size === 0 && isIn && item !== site) found.push(item);
    for (const [, child] of item.children) visit(child, isIn);
  };
  visit(site, false);
  return found;
}
