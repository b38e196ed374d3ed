import type { TestResponse } from "../../core/request/protocol/relay-protocol.ts";
import type { SpecModels } from "../../core/spec/model/operation-model.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { ResponseValidator, type ResponseSpecs } from "../playground/response-validator.ts";
import type { SpecService } from "../specs/spec-service.ts";
import type { ApiTest, TestTarget } from "./api-test.ts";
import { planTests, testedSpecs } from "./plan-tests.ts";
import { validateResponse, type TestOutcome } from "./run-tests.ts";

/** API tests of open sites. The client sends the requests itself and gets the responses checked here. */
export class SiteApiTests {
  readonly #specs: Pick<SpecService, "analyze">;
  readonly #checker: ResponseValidator;
  /** Tests of the latest plan, by id. */
  readonly #planned = new WeakMap<SiteState, ReadonlyMap<string, ApiTest>>();

  constructor(specs: Pick<SpecService, "analyze"> & ResponseSpecs) {
    this.#specs = specs;
    this.#checker = new ResponseValidator(specs);
  }

  /** Plans every request that the site shows, in a fixed order. Empty while the site is being read. */
  async plan(live: SiteState, target: TestTarget): Promise<readonly ApiTest[]> {
    const site = live.current?.site;
    if (!site) return [];
    const models = new Map<SitePath, SpecModels>();
    for (const spec of testedSpecs(site)) {
      const operations = spec.operations.map(({ method, path }) => ({ method, path, isWebhook: false }));
      const analysis = await this.#specs.analyze(live.files, spec, { validity: false, operations });
      if (analysis?.models) models.set(spec.path, analysis.models);
    }
    const tests = planTests({ site, models, isOnlySpec: models.size === 1 }, target);
    this.#planned.set(live, new Map(tests.map((test) => [test.id, test])));
    return tests;
  }

  /** Evaluates the response for a planned test; undefined if the test isn't in the plan. */
  async validate(live: SiteState, id: string, came: TestResponse): Promise<TestOutcome | undefined> {
    const test = this.#planned.get(live)?.get(id);
    const spec = test && live.current?.site.specs.get(test.spec);
    if (!test || !spec) return undefined;
    const checked = came.ok
      ? await this.#checker.check(live.files, spec, test.operation, came.answer)
      : undefined;
    return validateResponse(test, came, checked);
  }

  end(): Promise<void> {
    return this.#checker.end();
  }
}
