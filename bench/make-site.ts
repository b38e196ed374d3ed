import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The page with a problem in the generated site. `faults` maps each file with a problem to the rule that reports it: an
 * entry without a file, and an invalid `boost`.
 */
export const faultyPage = "tab-0/group-0/page-1.mdx";
export const faults: ReadonlyMap<string, string> = new Map([
  ["docs.json", "nav/page-not-found"],
  [faultyPage, "frontmatter/boost-not-positive"],
]);

/**
 * Writes a realistic site with this many pages, each of which is 6 KB long and contains links and components, and with
 * two specifications. The result is the same every time.
 */
export function makeSite(folder: string, pages: number): void {
  const random = createRandom(pages);
  const paths = Array.from({ length: pages }, (_, i) => getPagePath(i));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [i, path] of paths.entries()) write(`${path}.mdx`, createPageText(i, paths, random));
  write("docs.json", `${JSON.stringify(createDocsJson(paths), undefined, 2)}\n`);
  write("snippets/note.mdx", "<Note>Nests are warm. Keep the lid closed.</Note>\n");
  write("api/eggs.json", `${JSON.stringify(createSpec("Eggs", 60), undefined, 2)}\n`);
  write("api/nests.yaml", createYamlSpec(40));
}

const perGroup = 12;
const groupsPerTab = 20;

function getPagePath(i: number): string {
  const group = Math.floor(i / perGroup);
  return `tab-${Math.floor(group / groupsPerTab)}/group-${group}/page-${i}`;
}

function createDocsJson(paths: readonly string[]): unknown {
  const groups: { group: string; icon: string; pages: unknown[] }[] = [];
  for (let i = 0; i < paths.length; i += perGroup) {
    const some = paths.slice(i, i + perGroup);
    groups.push({
      group: `Chapter ${groups.length + 1}`,
      icon: "book",
      pages: some.length > 8 ? [...some.slice(0, 8), { group: "More", pages: some.slice(8) }] : some,
    });
  }
  const tabs = [];
  for (let i = 0; i < groups.length; i += groupsPerTab)
    tabs.push({ tab: `Part ${tabs.length + 1}`, groups: groups.slice(i, i + groupsPerTab) });
  return {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name: "Kestrel",
    colors: { primary: "#16803c" },
    navigation: {
      tabs: [
        ...tabs,
        {
          tab: "Reference",
          openapi: "api/eggs.json",
          groups: [{ group: "Eggs", pages: ["GET /eggs/0", "POST /eggs/1", "no-such-page"] }],
        },
        { tab: "Nests", openapi: "api/nests.yaml" },
      ],
    },
    redirects: Array.from({ length: 100 }, (_, i) => ({
      source: `/old/${i}`,
      destination: `/${paths[i % paths.length] ?? ""}`,
    })),
  };
}

const words =
  "nest egg kestrel wing feather wind cliff hover field vole hunt warm dawn branch keeper ledger route tag count season river stone perch guide".split(
    " ",
  );

function createPageText(i: number, paths: readonly string[], random: () => number): string {
  const createSentence = () => {
    const text = Array.from(
      { length: 8 + Math.floor(random() * 14) },
      () => words[Math.floor(random() * words.length)] ?? "nest",
    ).join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const createParagraph = () => Array.from({ length: 4 }, createSentence).join(" ");
  const createLink = () => {
    const target = paths[Math.floor(random() * paths.length)] ?? "";
    return `See [${target.split("/").at(-1) ?? "it"}](/${target}#details).`;
  };
  const sections = Array.from({ length: 6 }, (_, section) =>
    [
      `## ${section === 1 ? "Details" : `Section ${section} of page ${i}`}`,
      createParagraph(),
      createLink(),
      section % 2 === 0
        ? `<Card title="Card ${section}" icon="egg" href="/${paths[(i + section) % paths.length] ?? ""}">\n  ${createSentence()}\n</Card>`
        : `\`\`\`ts\nconst nest = open(${i});\nawait nest.count({ warm: true });\n\`\`\``,
      `<Tip>${createSentence()}</Tip>`,
      createParagraph(),
    ].join("\n\n"),
  );
  return `---\ntitle: "Page ${i}"\ndescription: "${createSentence()}"\nicon: book\n${i === 1 ? "boost: -1\n" : ""}---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n\n${sections.join("\n\n")}\n`;
}

function createSpec(title: string, operations: number): unknown {
  const paths: Record<string, unknown> = {};
  for (let i = 0; i < operations; i++)
    paths[`/${title.toLowerCase()}/${i}`] = {
      [i % 2 === 0 ? "get" : "post"]: {
        operationId: `${title}${i}`,
        summary: `${title} ${i}`,
        tags: [`${title} ${i % 5}`],
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }],
        responses: {
          "200": {
            description: "Good",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
        },
      },
    };
  return {
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    servers: [{ url: "https://api.kestrel.example" }],
    paths,
    components: {
      schemas: {
        Thing: { type: "object", properties: { id: { type: "string" }, warm: { type: "boolean" } } },
      },
    },
  };
}

function createYamlSpec(operations: number): string {
  const paths = Array.from(
    { length: operations },
    (_, i) =>
      `  /nests/${i}:\n    get:\n      summary: Nest ${i}\n      tags: [Nests]\n      responses:\n        "200":\n          description: Good\n`,
  );
  return `openapi: 3.0.3\ninfo:\n  title: Nests\n  version: 1.0.0\nservers:\n  - url: https://api.kestrel.example\npaths:\n${paths.join("")}`;
}

/**
 * Returns a pseudorandom number generator. It returns numbers from 0 to 1, always in the same order for the same seed.
 */
function createRandom(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}
