import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

const start = "doesn't exist, so";

function problemsOf(config: object, ...files: readonly string[]): string[] {
  const specs = files.map((path) => `//- ${path}\nopenapi: 3.1.0\npaths: {}\n`);
  const site = siteFrom(`//- docs.json\n${JSON.stringify(config)}\n${specs.join("")}`);
  return getShownProblems("openapi/spec-not-found", site).map(
    ({ severity, message }) => `${severity} ${message}`,
  );
}

function nearTo(written: string, ...files: readonly string[]): string | undefined {
  const [problem = ""] = problemsOf(
    { navigation: { groups: [{ group: "API", openapi: written }] } },
    ...files,
  );
  assert.match(problem, /^error /);
  return /Did you mean `(.*)`/.exec(problem)?.[1];
}

describe("openapi/spec-not-found", () => {
  it("is a warning under `api`, because no pages are generated from such a file", () => {
    const navigation = { pages: ["index"] };
    assert.deepEqual(problemsOf({ navigation, api: { openapi: "gone.yaml" } }, "ref/users.yaml"), [
      `warning \`gone.yaml\` ${start} pages can't use its content. Fix the path, or remove this setting.`,
    ]);
    assert.deepEqual(problemsOf({ navigation, api: { openapi: "users.yaml" } }, "ref/users.yaml"), [
      `warning \`users.yaml\` ${start} pages can't use its content. Did you mean \`ref/users.yaml\`?`,
    ]);
  });

  it("suggests a file that differs in its version", () => {
    assert.equal(nearTo("api/users-service-0.19.0.yml", "api/users-service.yml"), "api/users-service.yml");
    assert.equal(nearTo("api/users-service.yml", "api/users-service-v2.yml"), "api/users-service-v2.yml");
    assert.equal(nearTo("api/user-service-1.2.yml", "api/users-service.yml"), "api/users-service.yml");
  });

  it("doesn't suggest another version", () => {
    assert.equal(nearTo("users-service-1.0.0.yml", "users-service-2.3.4.yml"), undefined);
  });
});
