import { LspDriver, type DriverOptions } from "./lsp-driver.ts";
import { formatTimesRow, workName } from "./times-row.ts";
import { faultyPage } from "./make-site.ts";

interface TimedRequest {
  readonly name: string;
  readonly path: string;
  readonly language: string;
  /** The text before the typed text. The cursor is at the end of the typed text. */
  readonly before: string;
  readonly typed: string;
}

const pendingRequests: readonly TimedRequest[] = [
  {
    name: "Page entry in docs.json",
    path: "docs.json",
    language: "json",
    before: '"no-such-page"',
    typed: '"pa',
  },
  {
    name: "Setting in docs.json",
    path: "docs.json",
    language: "json",
    before: '"theme"',
    typed: '"na',
  },
  {
    name: "Icon in docs.json",
    path: "docs.json",
    language: "json",
    before: '"theme"',
    typed: '"icons": { "library": "lucide" }, "navbar": { "links": [{ "icon": "ro',
  },
  {
    name: "Destination of a redirect",
    path: "docs.json",
    language: "json",
    before: '"redirects": [',
    typed: "",
  },
  {
    name: "Link in a page",
    path: faultyPage,
    language: "mdx",
    before: "## Details",
    typed: "[See page](/ta",
  },
  { name: "Component in a page", path: faultyPage, language: "mdx", before: "## Details", typed: "<Ca" },
  {
    name: "Prop in a page",
    path: faultyPage,
    language: "mdx",
    before: "## Details",
    typed: '<Card title="x" ',
  },
  {
    name: "Icon in a page",
    path: faultyPage,
    language: "mdx",
    before: "## Details",
    typed: '<Card title="Egg" icon="',
  },
  {
    name: "Operation in frontmatter",
    path: faultyPage,
    language: "mdx",
    before: "icon: book",
    typed: "openapi: G",
  },
];

/**
 * Yields the time from a request that is sent immediately after a keystroke until the completion list arrives. The text
 * is edited between two requests.
 */
export async function* measureCompletion(
  server: string,
  site: string,
  options: DriverOptions,
  onMeasured: (times: readonly number[]) => void,
  times = 40,
): AsyncGenerator<string, void> {
  const all: number[] = [];
  const work: number[] = [];
  for (const one of pendingRequests) {
    const driver = new LspDriver(server, site, options);
    await driver.initialize();
    const text = await driver.open(one.path, one.language);
    await driver.waitUntilAtRest();
    const measurements = await measureRequest(driver, one, text, times);
    all.push(...measurements.map((answer) => answer.time));
    work.push(...measurements.map((answer) => answer.work));
    const workTimes = measurements.map((answer) => answer.time);
    yield formatTimesRow(one.name, workTimes);
    await driver.stop();
  }
  onMeasured(all);
  yield formatTimesRow("All", all);
  yield formatTimesRow(workName, work);
}

async function measureRequest(
  driver: LspDriver,
  { path, before, typed }: TimedRequest,
  text: string,
  times: number,
): Promise<{ readonly time: number; readonly work: number }[]> {
  const at = text.indexOf(before);
  if (at < 0) throw new Error(`${path} doesn't contain ${before}.`);
  const start = toPosition(text, at);
  const isValue = typed === "";
  // The position of a value that already exists in the file: right after the opening quote of the first destination.
  const position = isValue ? toPosition(text, text.indexOf('"destination": "', at) + 16) : start;
  const measurements: { readonly time: number; readonly work: number }[] = [];
  let version = 1;
  if (!isValue) await driver.insert(path, ++version, position, `${typed}\n`);
  const caret = { line: position.line, character: position.character + typed.length };
  for (let i = 0; i < times; i++) {
    const workTime = driver.readWorkTime() ?? 0;
    await driver.insert(path, ++version, caret, i % 2 === 0 ? "e" : "", i % 2 === 0 ? 0 : 1);
    const character = caret.character + (i % 2 === 0 ? 1 : 0);
    const begin = performance.now();
    const list = await driver.request<{ readonly items: readonly unknown[] }>("textDocument/completion", {
      textDocument: { uri: driver.toUri(path) },
      position: { line: caret.line, character },
    });
    measurements.push({ time: performance.now() - begin, work: (driver.readWorkTime() ?? 0) - workTime });
    if (i % 2 === 1 && list.items.length === 0) throw new Error(`Completion returned nothing for ${typed} in ${path}.`);
    // Simulates a pause in typing, during which the server finds the other problems.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return measurements;
}

function toPosition(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - before.lastIndexOf("\n") - 1 };
}
