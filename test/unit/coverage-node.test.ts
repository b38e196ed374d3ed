import assert from "node:assert/strict";
import type { CoveredOperation, SiteCoverage, SpecificationCoverage } from "../../server/src/protocol/coverage.ts";
import { fakeEditor } from "../harness/fake-vscode.ts";
import {
  createCoverageItem,
  type CoverageNode,
  getCoverageChildren,
  getCoverageRoots,
} from "../../client/src/coverage/coverage-item.ts";
import { CoverageView, getUnfetchedUrl } from "../../client/src/coverage/coverage-view.ts";

const start = { line: 0, character: 0 };
const operation = (path: string, state: CoveredOperation["state"]): CoveredOperation => ({
  location: { uri: "file:///site/api.yaml", range: { start, end: start } },
  method: "GET",
  path,
  isWebhook: false,
  state,
  hasExample: false,
  isDeprecated: false,
  pages: [],
});
const specification = (path: string, ...operations: readonly CoveredOperation[]): SpecificationCoverage => {
  const eligibleCount = operations.filter(({ state }) => state !== "hidden" && state !== "excluded");
  const shown = eligibleCount.filter(({ state }) => state === "shown").length;
  return { uri: `file:///site/${path}`, path, eligibleCount: eligibleCount.length, shownCount: shown, operations };
};
const site = (name: string, ...specifications: readonly SpecificationCoverage[]): SiteCoverage => ({
  root: `file:///${name}`,
  name,
  isLoaded: true,
  specifications,
  unfetchedUrls: [],
});

/** Returns all rows of the tree, each indented below its parent. */
function rows(nodes: readonly CoverageNode[], onlyMissing: boolean, indent = ""): string[] {
  return nodes.flatMap((node) => [
    indent + nameOf(node),
    ...rows(getCoverageChildren(node, onlyMissing), onlyMissing, `${indent}  `),
  ]);
}

function nameOf(node: CoverageNode): string {
  switch (node.kind) {
    case "site":
      return node.site.name;
    case "specification":
      return node.specification.path;
    case "unfetched":
      return node.url;
    case "group":
      return node.group;
    case "operation":
      return node.operation.path;
  }
}

describe("coverage tree", () => {
  const mixed = specification(
    "mixed.yaml",
    operation("/a", "shown"),
    operation("/b", "hidden"),
    operation("/c", "missing"),
    operation("/d", "page-only"),
    operation("/e", "excluded"),
    operation("/f", "missing"),
  );
  const full = specification("whole.yaml", operation("/x", "shown"), operation("/y", "hidden"));
  const unread: SpecificationCoverage = { ...specification("unread.yaml"), problem: "unreadable" };

  it("lists missing, then shown, then excluded operations, each in file order", () => {
    assert.deepEqual(rows(getCoverageRoots([site("one", mixed)], false), false), [
      "mixed.yaml",
      "  missing",
      "    /c",
      "    /f",
      "  page-only",
      "    /d",
      "  shown",
      "    /a",
      "  left-out",
      "    /b",
      "    /e",
    ]);
  });

  it("starts with the sites if there are several", () => {
    const tree = rows(getCoverageRoots([site("one", full), site("two", unread), site("three")], false), false);
    assert.deepEqual(tree, [
      "one",
      "  whole.yaml",
      "    shown",
      "      /x",
      "    left-out",
      "      /y",
      "two",
      "  unread.yaml",
    ]);
  });

  it("omits fully shown specifications and keeps its structure if it's filtered to show only missing operations", () => {
    assert.deepEqual(rows(getCoverageRoots([site("one", full, mixed, unread)], true), true), [
      "mixed.yaml",
      "  missing",
      "    /c",
      "    /f",
      "  page-only",
      "    /d",
      "unread.yaml",
    ]);
    assert.deepEqual(getCoverageRoots([site("one", full)], true), []);
    assert.deepEqual(rows(getCoverageRoots([site("one", full), site("two", unread)], true), true), [
      "two",
      "  unread.yaml",
    ]);
  });

  describe("with a specification that hasn't been fetched", () => {
    const url = "https://api.example.com/openapi.json";
    const remote = (...local: readonly SpecificationCoverage[]): SiteCoverage => ({
      ...site("remote", ...local),
      unfetchedUrls: [url],
    });
    const emptiness = async (...sites: readonly SiteCoverage[]) => {
      const server = {
        requestWithoutParams: async () => sites,
        onDidChangeCoverage: () => undefined,
        onDidChangeStatus: () => undefined,
      } as unknown as ConstructorParameters<typeof CoverageView>[0];
      const memory = { get: () => undefined } as unknown as ConstructorParameters<typeof CoverageView>[1];
      assert.deepEqual(await new CoverageView(server, memory).getChildren(), []);
      return fakeEditor.contexts.get("docwright.coverage.empty");
    };

    it("lists the specification after the others, even if a filter is on", () => {
      const expected = ["mixed.yaml", url];
      for (const onlyMissing of [false, true])
        assert.deepEqual(getCoverageRoots([remote(mixed)], onlyMissing).map(nameOf), expected);
      assert.deepEqual(getCoverageRoots([remote(full)], true).map(nameOf), [url]);
      assert.deepEqual(rows(getCoverageRoots([site("one", full), remote()], true), true), ["remote", `  ${url}`]);
    });

    it("offers to fetch the specification when its row is selected", () => {
      const [, row] = getCoverageRoots([remote(mixed)], false);
      assert.ok(row);
      const item = createCoverageItem(row);
      assert.deepEqual(item.command?.arguments, [url]);
      assert.equal(item.command?.command, "docwright.fetchSpecification");
      assert.equal(item.tooltip, "This is a remote specification that hasn't been fetched yet.");
      assert.equal(getUnfetchedUrl(row), url);
      assert.equal(getUnfetchedUrl(url), undefined);
    });

    it("shows the next step if there are no other specifications", async () => {
      assert.equal(await emptiness(remote()), "unfetched");
      assert.equal(await emptiness(site("none"), remote()), "unfetched");
      assert.equal(await emptiness(site("none")), "no-specification");
      assert.equal(await emptiness({ ...site("none"), isLoaded: false }, remote()), "reading");
    });
  });
});
