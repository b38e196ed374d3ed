import type {
  ApiTestFailure,
  JudgeApiTest,
  JudgedApiTest,
  PlanApiTests,
  PlannedApiTest,
} from "../../protocol/api-tests.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { TestFailure } from "../../workspace/api-tests/run-tests.ts";
import { toRange, toUri } from "../convert/convert.ts";
import type { InSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Handles `docwright/apiTests/plan`. Returns the requests that test an API. */
export async function planTests(
  { target }: PlanApiTests,
  session: Session,
  { live }: InSite,
): Promise<PlannedApiTest[]> {
  if (!live) return [];
  const tests = await session.tests.plan(live, target);
  return tests.map(({ id, label, spec, from, at, plan }) => {
    const place = { site: live, path: at.file };
    const range = toRange(session.lineMaps.get(place), at.range);
    return { id, label, specification: spec, from, uri: toUri(place, session), range, plan };
  });
}

/** Handles `docwright/apiTests/judge`. Returns the result of a test, or null if the test isn't in the latest plan. */
export async function toTestResult(
  { id, came: response }: JudgeApiTest,
  session: Session,
  { live }: InSite,
): Promise<JudgedApiTest | null> {
  const outcome = live && (await session.tests.validate(live, id, response));
  if (!live || !outcome || outcome.kind === "skipped") return null;
  if (outcome.kind === "passed") return { kind: "passed", ...(outcome.note !== undefined && { note: outcome.note }) };
  return {
    kind: "failed",
    failures: outcome.failures.map((failure) => resolveFailure(failure, live, session)),
  };
}

function resolveFailure({ at, ...failure }: TestFailure, site: SiteState, session: Session): ApiTestFailure {
  if (!at) return failure;
  const place = { site, path: at.file };
  return { ...failure, uri: toUri(place, session), range: toRange(session.lineMaps.get(place), at.range) };
}
