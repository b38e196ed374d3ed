import { LspDriver, type DriverOptions } from "./lsp-driver.ts";
import { formatTimesRow, workName } from "./times-row.ts";
import { faultyPage } from "./make-site.ts";

interface TimedRequest {
  readonly name: string;
  readonly path: string;
  readonly language: string;
  /** The text on the page or in docs.json that the hover is requested for. */
  readonly on: string;
}

const pendingRequests: readonly TimedRequest[] = [
  { name: "Setting in docs.json", path: "docs.json", language: "json", on: '"theme"' },
  { name: "Page entry in docs.json", path: "docs.json", language: "json", on: '"tab-0/group-1/' },
  { name: "Group name in docs.json", path: "docs.json", language: "json", on: '"Chapter 2' },
  { name: "Frontmatter field", path: faultyPage, language: "mdx", on: "icon: book" },
  { name: "Link in a page", path: faultyPage, language: "mdx", on: "](/" },
];

/** Yields the time from a request until its response. Half of the requests follow a keystroke elsewhere in the file. */
export async function* measureHover(
  server: string,
  site: string,
  options: DriverOptions = {},
  times = 40,
): AsyncGenerator<string, void> {
  const all: number[] = [];
  const work: number[] = [];
  for (const { name, path, language, on } of pendingRequests) {
    const driver = new LspDriver(server, site, options);
    await driver.initialize();
    const text = await driver.open(path, language);
    await driver.waitUntilAtRest();
    const at = text.indexOf(on);
    if (at < 0) {
      await driver.stop();
      throw new Error(`${path} doesn't contain ${on}.`);
    }
    const before = text.slice(0, at + on.length - 1).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const end = { line: text.split("\n").length - 1, character: text.length - text.lastIndexOf("\n") - 1 };
    const foundTimes: number[] = [];
    for (let i = 0; i < times; i++) {
      const worked = driver.readWorkTime() ?? 0;
      if (i % 2 === 0) await driver.insert(path, i + 2, end, " ");
      const begin = performance.now();
      const reported = await driver.request<unknown>("textDocument/hover", {
        textDocument: { uri: driver.toUri(path) },
        position,
      });
      foundTimes.push(performance.now() - begin);
      work.push((driver.readWorkTime() ?? 0) - worked);
      if (reported === null) throw new Error(`Hover returned nothing for ${on} in ${path}.`);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    all.push(...foundTimes);
    yield formatTimesRow(name, foundTimes);
    await driver.stop();
  }
  yield formatTimesRow("All", all);
  yield formatTimesRow(workName, work);
}
