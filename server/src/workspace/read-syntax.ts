import type { SyntaxProblem } from "../core/page/syntax-problem.ts";
import type { Site } from "../core/site/site.ts";
import { hasSyntax } from "../core/site/navigation/navigation-pages.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { runInSlices } from "./run-in-slices.ts";
import type { SyntaxReader } from "./syntax-reader.ts";

/** The verdict on the MDX of every page of a site. `tell` hears how many have been read, of how many. */
export async function readSyntax(
  site: Site,
  reader: SyntaxReader,
  tell: (done: number, total: number) => void,
): Promise<ReadonlyMap<SitePath, readonly SyntaxProblem[]>> {
  const texts = [...site.references].filter(([path]) => hasSyntax(site, path));
  const found = new Map<SitePath, readonly SyntaxProblem[]>();
  let done = 0;
  const reading: Promise<void>[] = [];
  const work = function* () {
    for (const [path, { text }] of texts) {
      const take = (problems: readonly SyntaxProblem[] | undefined) => {
        found.set(path, problems ?? []);
        tell(++done, texts.length);
      };
      const known = reader.known(text);
      if (known) take(known);
      else reading.push(reader.read(text, { urgent: true }).then(take));
      yield;
    }
  };
  await runInSlices(work());
  await Promise.all(reading);
  return new Map(texts.map(([path]) => [path, found.get(path) ?? []]));
}
