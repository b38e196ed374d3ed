import type {
  ApiTestFailure,
  ValidateApiTestParams,
  ApiTestResult,
  PlanApiTestsParams,
  PlannedApiTest,
} from "../../protocol/api-tests.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { TestFailure } from "../../workspace/api-tests/run-tests.ts";
import { toRange, toUri } from "../convert/convert.ts";
import type { RequestSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Handles `docwright/apiTests/plan`. Returns the requests that test an API. */
export async function planTests(
  { target }: PlanApiTestsParams,
  session: Session,
  { siteState }: RequestSite,
): Promise<PlannedApiTest[]> {
  if (!siteState) return [];
  const siteTests = await session.tests.load();
  const tests = await siteTests.plan(siteState, target);
  return tests.map(({ id, label, spec, source, location: at, plan }) => {
    const location = { site: siteState, path: at.file };
    const range = toRange(session.lineMaps.get(location), at.range);
    return { id, label, specification: spec, source, uri: toUri(location, session), range, plan };
  });
}

/** Handles `docwright/apiTests/judge`. Returns the result of a test, or null if the test isn't in the latest plan. */
export async function validateTestResponse(
  { id, response }: ValidateApiTestParams,
  session: Session,
  { siteState }: RequestSite,
): Promise<ApiTestResult | null> {
  const tests = await session.tests.load();
  const outcome = siteState && (await tests.validate(siteState, id, response));
  if (!siteState || !outcome || outcome.kind === "skipped") return null;
  if (outcome.kind === "passed") return { kind: "passed", ...(outcome.note !== undefined && { note: outcome.note }) };
  return {
    kind: "failed",
    failures: outcome.failures.map((failure) => resolveFailure(failure, siteState, session)),
  };
}

function resolveFailure({ location: at, ...failure }: TestFailure, site: SiteState, session: Session): ApiTestFailure {
  if (!at) return failure;
  const location = { site, path: at.file };
  return { ...failure, uri: toUri(location, session), range: toRange(session.lineMaps.get(location), at.range) };
}
