import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { project } from "../harness/source-files.ts";
import { completeStep, FirstSteps, openWalkthrough } from "../../client/src/status/first-steps.ts";

type State = Parameters<FirstSteps["offerWalkthrough"]>[0];
type Memory = ConstructorParameters<typeof FirstSteps>[0];

const running = (...sites: readonly unknown[]): State => ({
  kind: "running",
  status: { sites: sites as Extract<State, { kind: "running" }>["status"]["sites"] },
});

function memory(): Memory {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string) => values.get(key) as T,
    update: async (key: string, value: unknown) => void values.set(key, value),
    setKeysForSync: () => undefined,
  } as Memory;
}

describe("walkthrough", () => {
  let steps: FirstSteps;
  const file = URI.file("/site/docs.json");
  const isCompleted = (step: string) => fakeEditor.contexts.get(`docwright.completed.${step}`) === true;
  const problems = (rules: readonly string[], source = "docwright", isDirty = true): void => {
    fakeEditor.documents.splice(0, Infinity, { uri: file, isDirty });
    fakeEditor.diagnostics.set(
      file.toString(),
      rules.map((code) => ({ source, code })),
    );
    fakeEditor.diagnosticsChanged.fire({ uris: [file] });
  };

  beforeEach(() => {
    for (const list of [fakeEditor.asked, fakeEditor.answers, fakeEditor.executed]) list.length = 0;
    fakeEditor.contexts.clear();
    steps = new FirstSteps(memory());
  });
  afterEach(() => steps.dispose());

  it("is offered once, when a site is opened for the first time", async () => {
    await steps.offerWalkthrough({ kind: "starting" });
    await steps.offerWalkthrough(running());
    assert.equal(fakeEditor.asked.length, 0);
    fakeEditor.answers.push("Get Started");
    await Promise.all([steps.offerWalkthrough(running({})), steps.offerWalkthrough(running({}))]);
    assert.equal(fakeEditor.asked.length, 1);
    assert.deepEqual(fakeEditor.executed, [["workbench.action.openWalkthrough", "docwright.docwright#start", false]]);
  });

  it("isn't opened if the notification is dismissed", async () => {
    await steps.offerWalkthrough(running({}));
    assert.equal(fakeEditor.asked.length, 1);
    assert.deepEqual(fakeEditor.executed, []);
  });

  it("completes the step for fixing a problem when an edit reduces the problems, even if it adds others", () => {
    problems(["a", "b", "b"]);
    problems(["a", "b", "b", "c"]);
    assert.ok(!isCompleted("fixProblem"));
    problems(["a", "b", "c", "c", "d"]);
    assert.ok(isCompleted("fixProblem"));
  });

  it("doesn't count problems from other extensions or changes on disk", () => {
    problems(["a", "b"], "json");
    problems(["a"], "json");
    problems(["a", "b"]);
    problems(["a"], "docwright", false);
    assert.ok(!isCompleted("fixProblem"));
  });

  it("sets the context keys again when it's opened, because VS Code ignores keys that are already set", async () => {
    completeStep("sendRequest");
    const key = "docwright.completed.sendRequest";
    const opening = openWalkthrough();
    assert.equal(fakeEditor.contexts.get(key), false);
    await opening;
    assert.equal(fakeEditor.contexts.get(key), true);
  });

  it("completes the step for moving a page when a page's path changes", () => {
    fakeEditor.filesRenamed.fire({ files: [{ oldUri: file, newUri: URI.file("/site/a.png") }] });
    assert.ok(!isCompleted("movePage"));
    fakeEditor.filesRenamed.fire({ files: [{ oldUri: file, newUri: URI.file("/site/a.mdx") }] });
    assert.ok(isCompleted("movePage"));
  });

  it("has an image for each step and uses only existing commands and context keys", () => {
    const manifest = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
      readonly contributes: {
        readonly commands: readonly { readonly command: string }[];
        readonly walkthroughs: readonly [
          {
            readonly steps: readonly {
              readonly id: string;
              readonly description: string;
              readonly media: { readonly svg: string };
              readonly completionEvents: readonly string[];
            }[];
          },
        ];
      };
    };
    const texts = JSON.parse(readFileSync(path.join(project, "package.nls.json"), "utf8")) as Record<string, string>;
    const { commands, walkthroughs } = manifest.contributes;
    const isCommand = (id: string) => !id.startsWith("docwright.") || commands.some(({ command }) => command === id);
    const contexts = [
      ...["fixProblem", "previewPage", "acceptCompletion", "sendRequest", "movePage"].map(
        (step) => `completed.${step}`,
      ),
      "feedback.hasKey",
    ];
    const [{ steps: all }] = walkthroughs;
    assert.deepEqual(
      all.map(({ id }) => id),
      ["problem", "preview", "complete", "request", "move", "feedback"],
    );
    for (const { description, media, completionEvents } of all) {
      assert.ok(existsSync(path.join(project, media.svg)), media.svg);
      const links = [...(texts[description.slice(1, -1)] ?? "").matchAll(/\(command:([^)]*)\)/g)];
      for (const [, command = ""] of links) assert.ok(isCommand(command), command);
      assert.ok(completionEvents.length > 0);
      // A command may have no effect, for example, if no page is open.
      for (const event of completionEvents)
        assert.ok(contexts.includes(event.replace("onContext:docwright.", "")), event);
    }
  });
});
