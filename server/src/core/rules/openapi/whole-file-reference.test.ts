import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

const specOf = (path: string) =>
  `//- ${path}\n{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }\n`;

const pageOf = (path: string, openapi: string) =>
  `//- ${path}\n---\ntitle: ${path}\nopenapi: ${openapi}\n---\n`;

function problemsOf(navigation: object, ...files: readonly string[]): string[] {
  const site = siteFrom(`//- docs.json\n${JSON.stringify({ navigation })}\n${files.join("")}`);
  return getShownProblems("openapi/malformed-reference", site).map(
    ({ at, severity, message }) => `${severity} ${at.file} ${message}`,
  );
}

describe("openapi/malformed-reference with a whole specification", () => {
  it("suggests adding an operation or listing the file in docs.json", () => {
    assert.deepEqual(
      problemsOf({ pages: ["users"] }, pageOf("users.mdx", "/api/users.json"), specOf("api/users.json")),
      [
        "error users.mdx `/api/users.json` is a whole specification, so readers don't see an endpoint here. Add a method and a path, or remove this field and list the file in `docs.json`.",
      ],
    );
  });

  it("suggests deleting the page if the navigation already uses the file", () => {
    const navigation = {
      groups: [
        { group: "API", openapi: "/users.json" },
        { group: "Old", pages: ["ref/users"] },
      ],
    };
    assert.deepEqual(problemsOf(navigation, pageOf("ref/users.mdx", "../users.json"), specOf("users.json")), [
      "error ref/users.mdx `../users.json` is a whole specification, so readers don't see an endpoint here. Add a method and a path, or delete the page, because `docs.json` already lists the file.",
    ]);
  });

  it("is a warning on a page outside the navigation", () => {
    const problems = problemsOf(
      { pages: ["index"] },
      pageOf("users.mdx", "users.json"),
      specOf("users.json"),
    );
    assert.deepEqual(
      problems.map((line) => line.split(" ", 2)),
      [["warning", "users.mdx"]],
    );
  });

  it("is reported once for many pages", () => {
    const names = ["a", "b", "c"];
    const problems = problemsOf(
      { pages: names },
      ...names.flatMap((name) => [pageOf(`${name}.mdx`, `${name}.json`), specOf(`${name}.json`)]),
    );
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? "",
      /^error a\.mdx 3 pages refer to a whole specification, such as `a\.json`/,
    );
  });

  it("isn't assumed for a path, a missing file, or an AsyncAPI file", () => {
    for (const text of ["/users", "gone.json", "chat.json"]) {
      const [problem] = problemsOf(
        { pages: ["page"] },
        pageOf("page.mdx", text),
        specOf("users.json"),
        '//- chat.json\n{ "asyncapi": "3.0.0", "channels": {} }\n',
      );
      assert.match(problem ?? "", /isn't an operation/, text);
    }
  });
});
