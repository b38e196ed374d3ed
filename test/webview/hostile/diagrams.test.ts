import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { viewOf } from "./payload-views.ts";
import { openStage } from "./stage.ts";

/** One of each kind, as each draws in ways of its own. */
const kinds = [
  "flowchart LR\n  A[One] --> B[Two]\n  style A fill:#bbf,color:#f00",
  'flowchart LR\n  A@{ shape: rounded, label: "Three" } --> B',
  "sequenceDiagram\n  A->>B: Hello\n  Note over A,B: Words",
  "classDiagram\n  Animal <|-- Duck : is a\n  class Duck { +swim() }",
  "stateDiagram-v2\n  [*] --> Still\n  Still --> Moving",
  "erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER { int id }",
  "gantt\n  title A plan\n  section S\n  A task :a1, 2014-01-01, 30d",
  'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  "mindmap\n  root((m))\n    Origins\n      Long",
  "timeline\n  title Years\n  2002 : One\n  2004 : Another",
  "gitGraph\n  commit\n  branch develop\n  commit",
  "journey\n  title My day\n  section Go\n    Make tea: 5: Me",
  "quadrantChart\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]",
  "xychart-beta\n  x-axis [a, b]\n  y-axis 0 --> 10\n  bar [5, 6]",
  "sankey-beta\nA,B,10\nB,C,5",
  "block-beta\n  columns 2\n  a b",
  'C4Context\n  Person(a, "A", "b")\n  System(c, "C")\n  Rel(a, c, "Uses")',
  "architecture-beta\n  group api(cloud)[API]\n  service db(database)[DB] in api",
  'packet-beta\n  0-15: "S"\n  16-31: "D"',
  "kanban\n  Todo\n    [Create]",
  "radar-beta\n  axis A, B, C\n  curve a{1,2,3}",
];
const page = kinds.map((kind) => `\`\`\`mermaid\n${kind}\n\`\`\``).join("\n\n");

describe("diagrams", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  for (const policy of ["editor", "browser"] as const)
    it(`are drawn under the policy of the ${policy}, which has nothing to stop`, async () => {
      const stage = await openStage(openPage, { policy, painter: "real" });
      const errors: string[] = [];
      stage.page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      const view = await viewOf({ name: "diagrams", page }, 0);
      await stage.show(view.page, view.frame);
      await eventually(async () => {
        assert.equal(await stage.page.locator(".dw-diagram-canvas svg").count(), kinds.length);
      }, 120_000);
      const { violations, requests } = await stage.outcome();
      assert.deepEqual([...violations, ...errors], []);
      assert.deepEqual(requests, []);
    });

  it("have each part where Mermaid puts it without any policy", async () => {
    const drawn = async (policy: "editor" | "none") => {
      const stage = await openStage(openPage, { policy, painter: "real" });
      const view = await viewOf({ name: "shapes", page: shapes }, 0);
      await stage.show(view.page, view.frame);
      await stage.page.locator(".dw-diagram-canvas svg").nth(2).waitFor();
      return () => stage.page.evaluate<string[][]>(placesOfParts);
    };
    const [under, without] = [await drawn("editor"), await drawn("none")];
    await eventually(async () => {
      const [one, other] = [await under(), await without()];
      assert.ok(one.every((parts) => parts.length > 5));
      assert.deepEqual(one, other);
    });
  });
});

const shapes = [
  "```mermaid\nflowchart TD\n  A[Rect] --> B[(Database of things)] -- words --> C{{Hexagon}}\n  style B fill:#bbf,color:#f00\n```",
  "```mermaid\nclassDiagram\n  Animal <|-- Duck : is a\n  class Duck { +swim() }\n```",
  '```mermaid\npie title Pets\n  "Dogs" : 386\n  "Cats" : 85\n```',
].join("\n\n");

/** Of each picture, its marks and words with the corner and size of each, in whole pixels. */
const placesOfParts = `[...document.querySelectorAll(".dw-diagram-canvas")].map((canvas) => {
  const from = canvas.getBoundingClientRect();
  return [...canvas.querySelectorAll("text, rect, path, polygon")].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.tagName, part.textContent, ...[x - from.x, y - from.y, width, height].map(Math.round)].join(" ");
  });
})`;
