import type { MigrationAssessment } from "../../server/src/core/analysis/migration/plan-migration.ts";
import { madeOperation, specText, type MadeField, type MadeOperation } from "./made-operations.ts";

/** A generated site with endpoint pages in every supported form, and the expected migration result for each page. */
export interface MadeSite {
  readonly files: Readonly<Record<string, string>>;
  /** The expected results by file. */
  readonly expected: ReadonlyMap<string, MigrationAssessment["outcome"]>;
}

interface Written {
  readonly frontmatter: readonly string[];
  readonly body?: string;
}

interface WayOfWriting {
  readonly verdict: MigrationAssessment["outcome"];
  readonly write: (operation: MadeOperation, file: string) => Written;
  /** Whether another page documents the same operation. */
  readonly twin?: true;
  readonly listedTwice?: true;
  readonly notInSpec?: true;
  /** Whether the page's path contains a capital letter. */
  readonly capital?: true;
}

const titled = ({ summary }: MadeOperation) => `title: ${JSON.stringify(summary)}`;
const openapi = ({ method, path }: MadeOperation, file: string) => `openapi: "${file} ${method} ${path}"`;
const api = ({ method, path }: MadeOperation) => `api: ${method} ${path}`;
const described = ({ description }: MadeOperation) => `description: ${JSON.stringify(description)}`;
const prose = "Call this **often**.\n\n## Limits\n\n- one\n- two\n\n```bash\necho {not read}\n```\n";

/** Each form in which an endpoint page can be written, with the expected result. */
const ways: readonly WayOfWriting[] = [
  { verdict: "loss-free", write: (op, file) => ({ frontmatter: [titled(op), openapi(op, file)] }) },
  {
    verdict: "loss-free",
    write: (op, file) => ({ frontmatter: [openapi(op, file)], body: "{/* later */}\n" }),
  },
  {
    verdict: "loss-free",
    write: (op, file) => ({ frontmatter: [titled(op), described(op), openapi(op, file)], body: fields(op) }),
  },
  {
    verdict: "loss-free",
    write: (op, file) => ({ frontmatter: [titled(op), openapi(op, file)], body: answerExample(op) }),
  },
  {
    verdict: "loss-free",
    write: (op) => ({ frontmatter: [titled(op), described(op), api(op)], body: getFull(op) }),
  },
  {
    verdict: "loss-free",
    write: (op) => ({
      frontmatter: [titled(op), described(op), `api: ${op.method} https://api.example.com/v1${op.path}`],
      body: getFull(op),
    }),
  },
  {
    verdict: "extension",
    write: (op, file) => ({ frontmatter: ["title: Another name", openapi(op, file)] }),
  },
  {
    verdict: "extension",
    write: (op, file) => ({ frontmatter: [titled(op), openapi(op, file)], body: prose }),
  },
  {
    verdict: "extension",
    write: (op, file) => ({
      frontmatter: [titled(op), openapi(op, file)],
      body: '<ParamField path="id" type="string" required>\n  Found in the **dashboard**.\n</ParamField>\n',
    }),
  },
  {
    verdict: "extension",
    write: (op, file) => ({
      frontmatter: [titled(op), openapi(op, file)],
      body: "<RequestExample>\n\n```bash cURL\ncurl https://api.example.com\n```\n\n</RequestExample>\n",
    }),
  },
  {
    verdict: "extension",
    write: (op, file) => ({
      frontmatter: [
        titled(op), "sidebarTitle: Short", 'tag: "NEW"', "keywords: [a, 'b: c']", "playground: simple",
        '"og:title": Shared', "deprecated: true", openapi(op, file),
      ],
    }),
  }, // prettier-ignore
  {
    verdict: "extension",
    write: (op, file) => ({
      frontmatter: [titled(op), openapi(op, file)],
      body: "See [home](../index) and [the same](/index#top).\n",
    }),
  },
  {
    verdict: "extension",
    write: (op) => ({ frontmatter: [titled(op), described(op), api(op)], body: `${prose}\n${getFull(op)}` }),
  },
  {
    verdict: "extension",
    capital: true,
    write: (op, file) => ({ frontmatter: ["title: In capitals", openapi(op, file)] }),
  },
  {
    verdict: "keep",
    write: (op, file) => ({
      frontmatter: [titled(op), openapi(op, file)],
      body: 'import Note from "/snippets/note.mdx";\n\n<Note />\n',
    }),
  },
  {
    verdict: "keep",
    write: (op) => ({ frontmatter: [titled(op), described(op), api(op)], body: "Nothing else." }),
  },
  {
    verdict: "keep",
    write: (op) => ({
      frontmatter: [titled(op), described(op), api(op)],
      body: getFull(op).replace('path="id" type="string"', 'path="id" type="integer"'),
    }),
  },
  {
    verdict: "keep",
    notInSpec: true,
    write: (op) => ({ frontmatter: [titled(op), api(op)], body: getFull(op) }),
  },
  { verdict: "keep", twin: true, write: (op, file) => ({ frontmatter: [titled(op), openapi(op, file)] }) },
  {
    verdict: "keep",
    listedTwice: true,
    write: (op, file) => ({ frontmatter: [titled(op), openapi(op, file)] }),
  },
  {
    verdict: "keep",
    write: (op, file) => ({
      frontmatter: [titled(op), openapi(op, file)],
      body: "export const limit = 5;\n\nAt most {limit}.\n",
    }),
  },
];

interface Part {
  readonly folder: string;
  readonly spec: string;
  readonly layout: "yaml" | "yaml-crlf" | "json" | "json-tabs";
  readonly files: Record<string, string>;
  readonly expected: Map<string, MigrationAssessment["outcome"]>;
  readonly entries: string[];
}

/**
 * Returns two sites with a total of 100 pages. One site has two languages and the other one two versions, with 25 pages
 * in each section.
 */
export function madeSites(): readonly MadeSite[] {
  return [languageSite(), versionSite()];
}

function languageSite(): MadeSite {
  const parts = [part("", "openapi.yaml", "yaml", 0), part("fr/", "fr/openapi.json", "json", 0)];
  const [english, french] = parts.map(({ entries }) => entries);
  const config = {
    navigation: {
      languages: [
        { language: "en", groups: [{ group: "Start", pages: ["index"] }, ...groups(english ?? [])] },
        { language: "fr", groups: [{ group: "Début", pages: ["fr/index"] }, ...groups(french ?? [])] },
      ],
    },
    redirects: [{ source: "/first", destination: "/ref/page-0" }],
  };
  return together(parts, `${JSON.stringify(config, null, 2)}\n`);
}

/** In the second version, the specification is already set, and one entry uses it. */
function versionSite(): MadeSite {
  const parts = [part("v1/", "v1/api.json", "json-tabs", 7), part("v2/", "v2/api.yml", "yaml-crlf", 7)];
  const [old, now] = parts.map(({ entries }) => entries);
  const config = {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name: "Made",
    colors: { primary: "#116644" },
    navigation: {
      versions: [
        { version: "v1", tabs: [{ tab: "Reference", groups: groups(old ?? []) }] },
        {
          version: "v2",
          openapi: { source: "v2/api.yml", directory: "next" },
          groups: [{ group: "State", pages: ["v2/index", "GET /health"] }, ...groups(now ?? [])],
        },
      ],
    },
  };
  return together(parts, `${JSON.stringify(config, null, "\t")}\n`.replaceAll("\n", "\r\n"));
}

function together(parts: readonly Part[], config: string): MadeSite {
  const linked = parts.flatMap(({ entries }) => entries.filter((_, i) => i % 4 === 0));
  return {
    files: Object.assign({}, ...parts.map(({ files }) => files), {
      "docs.json": config,
      "index.mdx": `---\ntitle: Home\n---\n\nSee ${linked.map((slug) => `[a page](/${slug}?a=1)`).join(", ")}.\n`,
      "snippets/note.mdx": "Take care.\n",
    }) as Record<string, string>,
    expected: new Map(parts.flatMap(({ expected }) => [...expected])),
  };
}

function groups(entries: readonly string[]): object[] {
  const half = Math.ceil(entries.length / 2);
  return [
    { group: "One", pages: entries.slice(0, half) },
    { group: "Two", pages: [{ group: "Deeper", pages: entries.slice(half) }] },
  ];
}

const pagesOfPart = 25;

function part(folder: string, spec: string, layout: Part["layout"], shift: number): Part {
  const made: Part = { folder, spec, layout, files: {}, expected: new Map(), entries: [] };
  const operations: MadeOperation[] = [];
  for (let i = 0, number = 0; i < pagesOfPart; number++) {
    const way = ways[(number + shift) % ways.length];
    if (!way) break;
    const operation = madeOperation(number, folder);
    if (!way.notInSpec) operations.push(operation);
    for (let copy = 0; copy < (way.twin ? 2 : 1) && i < pagesOfPart; copy++, i++)
      addPage(made, way, operation, i, pagesOfPart - i);
  }
  made.files[`${folder}index.mdx`] = "---\ntitle: Home\n---\n\nWelcome.\n";
  made.files[spec] = specText(operations, layout);
  return made;
}

function addPage(made: Part, way: WayOfWriting, operation: MadeOperation, i: number, left: number): void {
  const slug = `${made.folder}ref/${way.capital ? "Page" : "page"}-${i}`;
  const { frontmatter, body = "" } = way.write(operation, made.spec);
  const text = `---\n${frontmatter.join("\n")}\n---\n${body && `\n${body}`}`;
  made.files[`${slug}.mdx`] = i % 3 === 0 ? text.replaceAll("\n", "\r\n") : text;
  // If there's no room left for a second page about the same operation, the page is the only one about it.
  const isAlone = way.twin && left === 1 && !made.expected.has(`${made.folder}ref/page-${i - 1}.mdx`);
  made.expected.set(`${slug}.mdx`, isAlone ? "loss-free" : way.verdict);
  made.entries.push(slug, ...(way.listedTwice ? [slug] : []));
}

/** Returns all fields of an operation as tags with the descriptions from the specification. */
function fields({ parameters, body, answer }: MadeOperation): string {
  return [
    ...parameters.map((field) => tag("ParamField", field.in ?? "query", field)),
    ...body.map((field) => tag("ParamField", "body", field)),
    ...answer.map((field) => tag("ResponseField", "name", field)),
  ].join("\n\n");
}

/** Returns the text of a handwritten page with everything that the specification contains about the operation. */
export function getFull(operation: MadeOperation): string {
  return `### Parameters\n\n${fields(operation)}\n\n${requestExample(operation)}\n${answerExample(operation)}`;
}

function tag(name: string, attribute: string, field: MadeField): string {
  const marks = `${field.required ? " required" : ""}${field.default === undefined ? "" : ` default="${field.default}"`}`;
  const open = `<${name} ${attribute}="${field.name}" type="${field.type}"${marks}>`;
  const inner = (field.fields ?? []).map((child) => tag(name, attribute, child)).join("\n");
  return `${open}\n${field.description}\n${inner && `<Expandable title="Fields">\n${inner}\n</Expandable>\n`}</${name}>`;
}

function answerExample({ answerExample: value }: MadeOperation): string {
  return `<ResponseExample>\n\n\`\`\`json 200\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\n</ResponseExample>\n`;
}

function requestExample({ bodyExample: value }: MadeOperation): string {
  if (value === undefined) return "";
  return `<RequestExample>\n\n\`\`\`json Body\n${JSON.stringify(value)}\n\`\`\`\n\n</RequestExample>\n`;
}
