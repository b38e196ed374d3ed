import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { URI } from "vscode-uri";
import type { SiteCoverage } from "../../server/src/protocol/coverage.ts";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { createCoverageItem } from "../../client/src/coverage/coverage-item.ts";
import { createStoredSteps } from "../../client/src/navigation/section-filter.ts";
import { createNavigationCommands, NavigationDragController } from "../../client/src/navigation/navigation-commands.ts";
import {
  createTreeItem,
  type NavigationRow,
  formatProblemBadge,
  listTopRows,
} from "../../client/src/navigation/navigation-item.ts";
import { TreeChanges } from "../../client/src/editor/tree-view.ts";
import { NavigationView } from "../../client/src/navigation/navigation-view.ts";
import type { NavigationNode, NavigationLocation, SiteNavigation } from "../../server/src/protocol/navigation.ts";
import { eventually } from "../harness/eventually.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const page = (slug: string, more: Partial<NavigationNode> = {}): NavigationNode => ({
  kind: "page",
  label: slug,
  slug,
  openTarget: { uri: `file:///site/${slug}.mdx`, range },
  children: [],
  ...more,
});
const group = (...children: readonly NavigationNode[]): NavigationNode => ({
  kind: "group",
  label: "Start",
  children,
});
const site = (...rows: readonly NavigationNode[]): SiteNavigation => ({
  root: "file:///site",
  name: "Berthline",
  isLoaded: true,
  rows,
});

describe("tree rows", () => {
  const accessibleName = (item: { accessibilityInformation?: { label: string } }) =>
    item.accessibilityInformation?.label;

  it("have accessible names in the navigation", () => {
    const rows = listTopRows(
      [
        site(group(page("a"), page("b"), page("a")), page("c", { hidden: "hidden" }), {
          kind: "unlisted",
          label: "",
          children: [page("d")],
        }),
        { ...site(), root: "file:///other", name: "Other" },
      ],
      () => undefined,
    );
    assert.deepEqual(
      rows.map((row) => accessibleName(createTreeItem(row))),
      ["Berthline, 2 of 4 pages shown", "Other, 0 of 0 pages shown"],
    );
    const shown = listTopRows([site(group(page("a"))), site()], () => [
      { kind: "division", sectionKind: "tab", label: "Guides", children: [] },
    ])[0];
    assert.ok(shown);
    assert.equal(accessibleName(createTreeItem(shown)), "Berthline, 1 of 1 pages shown, Guides");
  });

  it("have accessible names in the coverage", () => {
    const specification = {
      uri: "file:///site/api.yaml",
      path: "api.yaml",
      eligibleCount: 3,
      shownCount: 1,
      operations: [],
    };
    const coverage: SiteCoverage = {
      root: "file:///site",
      name: "Berthline",
      isLoaded: true,
      specifications: [specification],
      unfetchedUrls: [],
    };
    assert.equal(
      accessibleName(createCoverageItem({ kind: "site", site: coverage })),
      "Berthline, 1 of 3 operations shown",
    );
    assert.equal(
      accessibleName(createCoverageItem({ kind: "specification", site: coverage, specification })),
      "api.yaml, 1 of 3 operations shown",
    );
    const unreadable = { ...specification, problem: "unreadable" } as const;
    assert.equal(
      accessibleName(createCoverageItem({ kind: "specification", site: coverage, specification: unreadable })),
      "api.yaml, can't be read",
    );
    const operation = { state: "missing" } as never;
    for (const [operations, count] of [
      [[operation], "1 operation"],
      [[operation, operation], "2 operations"],
    ] as const)
      assert.equal(
        accessibleName(
          createCoverageItem({ kind: "group", specification, group: "missing", operations, isOnlyGroup: true }),
        ),
        `Not on any page, ${count}`,
      );
  });

  it("use the singular for a single problem", () => {
    const counts = { error: 0, warning: 1, information: 0, hint: 0 };
    assert.equal(formatProblemBadge(counts), "1 warning");
    assert.equal(formatProblemBadge({ ...counts, warning: 2 }), "2 warnings");
    assert.equal(formatProblemBadge({ ...counts, error: 1, warning: 2 }), "1 error");
    const [row] = listTopRows([site(page("a", { problems: { ...counts, error: 2 } }))], () => undefined);
    assert.ok(row);
    assert.equal(createTreeItem(row).tooltip, "a\n/a\n2 errors, 1 warning");
  });
});

describe("opening the navigation tree", () => {
  const server = (sites: Promise<readonly SiteNavigation[]>) =>
    ({
      requestWithoutParams: () => sites,
      onDidChangeNavigation: () => ({ dispose: () => undefined }),
      onDidChangeStatus: () => ({ dispose: () => undefined }),
    }) as unknown as ConstructorParameters<typeof NavigationView>[0];
  const memory = { get: () => undefined, update: async () => undefined, keys: () => [] };

  beforeEach(() => {
    fakeEditor.trees.length = 0;
    fakeEditor.activeEditor = { document: { uri: URI.parse("file:///site/b.mdx") } };
  });
  afterEach(() => (fakeEditor.activeEditor = undefined));

  const slugs = (rows: readonly unknown[]) =>
    rows.map((row) => {
      const own = row as NavigationRow;
      return own.kind === "node" ? own.node.slug : own.id;
    });

  it("reveals the active page once its rows have arrived", async () => {
    let arrive: (sites: readonly SiteNavigation[]) => void = () => undefined;
    const view = new NavigationView(server(new Promise((resolve) => (arrive = resolve))), memory);
    const [tree] = fakeEditor.trees;
    assert.ok(tree);
    tree.visible = true;
    tree.visibilityChanged.fire({ visible: true });
    const children = view.getChildren();
    // The tree waits less than this time for the editor.
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(tree.revealed, []);
    arrive([site(group(page("a"), page("b")))]);
    await children;
    await eventually(() => assert.deepEqual(slugs(tree.revealed), ["b"]));
    // Later changes don't make the tree scroll back to the row.
    await view.getChildren();
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(slugs(tree.revealed), ["b"]);
    view.dispose();
  });

  it("keeps a selection that the user makes before the row of the active page is revealed", async () => {
    const sites = [site(page("a"), page("b"))];
    const [rowA] = listTopRows(sites, () => undefined);
    for (const [selection, expected] of [
      [[], ["b"]],
      [[rowA], []],
    ] as const) {
      const view = new NavigationView(server(Promise.resolve(sites)), memory);
      const tree = fakeEditor.trees.pop() ?? assert.fail();
      tree.visible = true;
      // When the rows have arrived, the row of the active page is going to be revealed.
      await view.getChildren();
      tree.selection = selection;
      tree.selectionChanged.fire({ selection });
      await sleep(700);
      assert.deepEqual(slugs(tree.revealed), expected);
      view.dispose();
    }
  });

  it("uses the visible section of the innermost site that contains the active page", async () => {
    const tab = (label: string): NavigationNode => ({
      kind: "division",
      sectionKind: "tab",
      label,
      children: [],
    });
    const [outer, inner] = [tab("Outer"), tab("Inner")];
    const sites = [site(outer), { ...site(inner), root: "file:///site/inner" }];
    const shown = {
      "file:///site": createStoredSteps([outer], [outer]),
      "file:///site/inner": createStoredSteps([inner], [inner]),
    };
    fakeEditor.activeEditor = { document: { uri: URI.parse("file:///site/inner/b.mdx") } };
    const view = new NavigationView(server(Promise.resolve(sites)), { ...memory, get: () => shown as never });
    const [tree] = fakeEditor.trees;
    assert.ok(tree);
    tree.visible = true;
    await view.getChildren();
    assert.equal(view.onlyShownSection?.label, "Inner");
    view.dispose();
  });
});

describe("a key in the navigation view", () => {
  const at = (line: number) => ({
    uri: "file:///site/docs.json",
    range: { start: { line, character: 0 }, end: { line, character: 1 } },
  });
  const sites = [site(page("a", { location: at(1) }), page("b", { location: at(2) }))];
  const [first, second] = listTopRows(sites, () => undefined);
  const memory = { get: () => undefined, update: async () => undefined, keys: () => [] };
  let log: string[];
  let fetchedSites: Promise<readonly SiteNavigation[]>;
  let view: NavigationView;
  let tree: (typeof fakeEditor.trees)[number];
  let press: (command: string) => unknown;

  beforeEach(() => {
    fakeEditor.trees.length = 0;
    fakeEditor.answers.length = 0;
    fakeEditor.asked.length = 0;
    log = [];
    fetchedSites = Promise.resolve(sites);
    const server = {
      requestWithoutParams: () => fetchedSites,
      onDidChangeNavigation: () => ({ dispose: () => undefined }),
      onDidChangeStatus: () => ({ dispose: () => undefined }),
      request: async (_type: unknown, { kind = "", nodes = [], slug = "" }: RequestedChange) =>
        void log.push(`${kind || "rename"} ${slug}${nodes.map(({ range: { start } }) => start.line).join()}`),
    } as unknown as ConstructorParameters<typeof NavigationView>[0];
    view = new NavigationView(server, memory);
    tree = fakeEditor.trees[0] ?? assert.fail();
    const commands = createNavigationCommands(server, view, {} as never);
    press = (command) => commands[`docwright.navigation.${command}`]?.();
  });
  afterEach(() => {
    view.dispose();
    fakeEditor.answers.length = 0;
  });

  const select = (...selection: readonly unknown[]) => {
    tree.selection = selection;
    tree.selectionChanged.fire({ selection });
  };

  it("applies to the row that was selected when it was pressed, even if the tree is being refreshed", async () => {
    fakeEditor.answers.push("New title");
    for (const command of ["moveUp", "remove", "rename"]) {
      select(first);
      tree.selection = [];
      await view.getChildren();
      const done = press(command);
      tree.selection = [first];
      await done;
    }
    assert.deepEqual(log, ["step 1", "remove 1", "rename a"]);
  });

  it("applies to a row that was selected while the tree was being refreshed", async () => {
    fakeEditor.answers.push("New title");
    for (const command of ["moveUp", "remove", "rename"]) {
      await view.getChildren();
      tree.selection = [];
      tree.selectionChanged.fire({ selection: [] });
      const done = press(command);
      tree.selection = [second];
      await done;
    }
    assert.deepEqual(log, ["step 2", "remove 2", "rename b"]);
  });

  it("applies to the selected row even if the server takes long to return the new rows", async () => {
    select(first);
    tree.selection = [];
    let arrive: (rows: readonly SiteNavigation[]) => void = () => undefined;
    fetchedSites = new Promise((resolve) => (arrive = resolve));
    const children = view.getChildren();
    const done = press("moveUp");
    await sleep(700);
    arrive(sites);
    await children;
    tree.selection = [first];
    await done;
    assert.deepEqual(log, ["step 1"]);
  });

  it("doesn't apply to a row that was selected after it was pressed", async () => {
    for (const before of [[], [first]]) {
      select(...before);
      tree.selection = [];
      await view.getChildren();
      const done = ["moveUp", "remove", "rename"].map(press);
      select(second);
      await Promise.all(done);
    }
    assert.deepEqual([log, fakeEditor.asked.length], [[], 0]);
  });
});

interface RequestedChange {
  readonly kind?: string;
  readonly nodes?: readonly NavigationLocation[];
  readonly slug?: string;
}

describe("dropping a row", () => {
  const config = URI.parse("file:///site/docs.json");
  const place = { uri: config.toString(), range };
  const target = listTopRows([site(group())], () => undefined)[0];

  afterEach(() => {
    fakeEditor.documents.length = 0;
    fakeEditor.settings.clear();
  });

  /** Drops a row, which changes the document. Returns the number of times that the document was saved. */
  const drop = async (wasDirty: boolean): Promise<number> => {
    let saves = 0;
    const document = {
      uri: config,
      isDirty: wasDirty,
      save: async () => {
        saves++;
        document.isDirty = false;
        return true;
      },
    };
    fakeEditor.documents.push(document);
    const server = {
      request: async () => ({ ok: true, edit: { changes: { [config.toString()]: [] } } }),
      toEdit: async () => {
        document.isDirty = true;
        return { created: new Map() };
      },
    } as unknown as ConstructorParameters<typeof NavigationDragController>[0];
    assert.ok(target?.kind === "node");
    const row: NavigationRow = { ...target, node: { ...target.node, location: place } };
    await new NavigationDragController(server, () => undefined).handleDrop(row, {
      get: () => ({ value: [place] }),
    } as unknown as Parameters<NavigationDragController["handleDrop"]>[1]);
    return saves;
  };

  it("saves docs.json, so VS Code doesn't open it", async () => {
    assert.equal(await drop(false), 1);
  });

  it("doesn't save docs.json if it already had unsaved changes", async () => {
    assert.equal(await drop(true), 0);
  });

  it("doesn't save docs.json if VS Code shouldn't save refactored files", async () => {
    fakeEditor.settings.set("files.refactoring.autoSave", false);
    assert.equal(await drop(false), 0);
  });
});

describe("tree changes", () => {
  const watch = () => {
    const changes = new TreeChanges();
    let count = 0;
    changes.event(() => count++);
    return { changes, getCount: () => count };
  };

  it("notify the editor again if it has shown expanded rows as empty", async () => {
    const { changes, getCount } = watch();
    changes.recordRequest(undefined);
    changes.recordTopRows();
    await eventually(() => assert.equal(getCount(), 1));
    // All rows may be collapsed, so the editor isn't notified forever.
    changes.recordRequest(undefined);
    changes.recordTopRows();
    await sleep(1300);
    assert.equal(getCount(), 1);
    changes.dispose();
  });

  it("don't notify the editor again if it has requested the rows below a row", async () => {
    const { changes, getCount } = watch();
    changes.recordRequest(undefined);
    changes.recordTopRows();
    changes.recordRequest({});
    await sleep(1300);
    assert.equal(getCount(), 0);
    changes.dispose();
  });
});
