import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

const createSpec = (path: string) => `//- ${path}\n{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }\n`;

const createPage = (path: string, openapi: string) => `//- ${path}\n---\ntitle: ${path}\nopenapi: ${openapi}\n---\n`;

function listProblems(navigation: object, ...files: readonly string[]): string[] {
  const site = siteFrom(`//- docs.json\n${JSON.stringify({ navigation })}\n${files.join("")}`);
  return getShownProblems("openapi/malformed-reference", site).map(
    ({ at, severity, message }) => `${severity} ${at.file} ${message}`,
  );
}

describe("openapi/malformed-reference with a whole specification", () => {
  it("suggests adding an operation or listing the file in docs.json", () => {
    assert.deepEqual(
      listProblems({ pages: ["users"] }, createPage("users.mdx", "/api/users.json"), createSpec("api/users.json")),
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
    assert.deepEqual(listProblems(navigation, createPage("ref/users.mdx", "../users.json"), createSpec("users.json")), [
      "error ref/users.mdx `../users.json` is a whole specification, so readers don't see an endpoint here. Add a method and a path, or delete the page, because `docs.json` already lists the file.",
    ]);
  });

  it("is a warning on a page outside the navigation", () => {
    const problems = listProblems(
      { pages: ["index"] },
      createPage("users.mdx", "users.json"),
      createSpec("users.json"),
    );
    assert.deepEqual(
      problems.map((line) => line.split(" ", 2)),
      [["warning", "users.mdx"]],
    );
  });

  it("is reported once for many pages", () => {
    const names = ["a", "b", "c"];
    const problems = listProblems(
      { pages: names },
      ...names.flatMap((name) => [createPage(`${name}.mdx`, `${name}.json`), createSpec(`${name}.json`)]),
    );
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", /^error a\.mdx 3 pages refer to a whole specification, such as `a\.json`/);
  });

  it("isn't assumed for a path, a missing file, or an AsyncAPI file", () => {
    for (const text of ["/users", "gone.json", "chat.json"]) {
      const [problem] = listProblems(
        { pages: ["page"] },
        createPage("page.mdx", text),
        createSpec("users.json"),
        '//- chat.json\n{ "asyncapi": "3.0.0", "channels": {} }\n',
      );
      assert.match(problem ?? "", /isn't an operation/, text);
    }
  });
});
