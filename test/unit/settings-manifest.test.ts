import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { project } from "../harness/source-files.ts";

interface Setting {
  readonly order?: number;
  readonly default: unknown;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
}

interface Group {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

const manifest = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
  readonly categories: readonly string[];
  readonly contributes: { readonly configuration: readonly Group[] };
};
const english = JSON.parse(readFileSync(path.join(project, "package.nls.json"), "utf8")) as Readonly<
  Record<string, string>
>;
const groups = manifest.contributes.configuration;
const settings = new Map(groups.flatMap(({ properties }) => Object.entries(properties)));

/** The values that VS Code accepts and rejects, by setting. */
const samples: Readonly<Record<string, { accepted: readonly string[]; rejected: readonly string[] }>> = {
  "docwright.templatesFolder": {
    accepted: [".docwright/templates", "templates", "a/..b", ""],
    rejected: ["/etc", "\\share", "C:\\templates", "..", "../other", "a/../../b", "a\\.."],
  },
  "docwright.feedback.baseUrl": {
    accepted: [
      "",
      "https://api.example.com",
      "https://api.example.com/v1",
      "http://localhost:3000",
      "http://127.0.0.1/x",
      "http://[::1]:80",
    ],
    rejected: [
      "api.example.com",
      "http://api.example.com",
      "ftp://x",
      "https://user@api.example.com",
      "https://x?y",
      "https://x y",
      "http://localhost.example.com",
    ],
  },
  "docwright.feedback.dashboardUrl": {
    accepted: ["", "https://dashboard.example.com/a?b=c#d"],
    rejected: ["dashboard.example.com", "javascript:alert(1)", "https://"],
  },
  "docwright.feedback.projectId": {
    accepted: ["", "64f0c2", "my-docs.v2"],
    rejected: ["a b", "a/b", "a\\b", "a?b", "a#b", "a..b"],
  },
};

describe("settings in package.json", () => {
  it("are in groups with a title, in a fixed order", () => {
    assert.ok(groups.length > 3);
    assert.deepEqual(
      groups.map(({ order }) => order),
      groups.map((_, index) => index + 1),
    );
    for (const { title, properties } of groups) {
      const key = /^%(.*)%$/.exec(title)?.[1];
      assert.ok(title === "Docwright" || (key !== undefined && english[key] !== undefined), title);
      assert.deepEqual(
        Object.values(properties).map(({ order }) => order),
        Object.keys(properties).map((_, index) => index + 1),
      );
    }
  });

  it("that are strings are validated with a pattern that matches their default", () => {
    for (const [name, { pattern, patternErrorMessage, default: fallback }] of settings) {
      assert.equal(pattern !== undefined, name in samples, name);
      if (pattern === undefined) continue;
      assert.match(String(fallback), new RegExp(pattern), name);
      const key = /^%(.*)%$/.exec(patternErrorMessage ?? "")?.[1];
      assert.ok(key !== undefined && english[key] !== undefined, name);
    }
  });

  for (const [name, { accepted, rejected }] of Object.entries(samples))
    it(`reject values that Docwright can't use: ${name}`, () => {
      const pattern = new RegExp(settings.get(name)?.pattern ?? "");
      for (const value of accepted) assert.match(value, pattern);
      for (const value of rejected) assert.doesNotMatch(value, pattern);
    });
});

it("package.json includes the Testing category, because the extension contributes tests", () =>
  assert.ok(manifest.categories.includes("Testing")));
