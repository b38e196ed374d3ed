import assert from "node:assert/strict";
import { type Random, createRandom } from "../../bench/recall/random.ts";
import { findMovedFiles } from "../../server/src/core/features/move/moved-links.ts";
import { planMove } from "../../server/src/core/features/move/plan-move.ts";
import { prepareSiteRename } from "../../server/src/core/features/references/rename-targets.ts";
import { renameSymbol } from "../../server/src/core/features/references/rename.ts";
import { HeadingIdGenerator } from "../../server/src/core/page/headings.ts";
import type { HeadingReference, PageAnchor } from "../../server/src/core/page/page.ts";
import { checkSyntax } from "../../server/src/core/page/syntax/check-syntax.ts";
import { getPageAnchors } from "../../server/src/core/site/links/anchors.ts";
import { getPageLinks, findResolutionPages } from "../../server/src/core/site/links/links.ts";
import { getFinalTarget, resolveLink } from "../../server/src/core/site/links/resolve-link.ts";
import { findImportedFile } from "../../server/src/core/site/pages/pages.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { normalizeAnchor } from "../../server/src/core/text/decode-text.ts";
import { applyEdits, type TextRange } from "../../server/src/core/text/text-edit.ts";
import { afterMove } from "../harness/move-in-site.ts";
import { siteOf } from "../harness/site-of.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { formatMessageInEnglish } from "../../server/src/core/text/localized-message.ts";

type Files = ReadonlyMap<string, string>;

/**
 * The target of a link: its file, and the index of its heading or element in the file. There's one target for each
 * order in which the service may number the headings on a page and its snippets.
 */
interface Arrival {
  /** The file that contains the link, and the link's index in it. */
  readonly link: string;
  readonly page: string;
  readonly url: string;
  readonly file: string;
  readonly anchors: readonly string[];
}

/** Returns every link from a page to an existing file or anchor. Links in the range `without` are ignored. */
function arrivals(site: Site, without?: { readonly file: string; readonly range: TextRange }): Arrival[] {
  return [...site.references.values()].flatMap((page) =>
    getPageLinks(page)
      .filter(
        ({ location: { file, range } }) =>
          file !== without?.file || range.start < without.range.start || range.end > without.range.end,
      )
      .flatMap(({ url }, i) =>
        findResolutionPages(site, page.path).flatMap((path): Arrival[] => {
          const target = getFinalTarget(resolveLink(site, url, { path }));
          const file = target.kind === "same-page" ? path : "file" in target ? target.file : undefined;
          if (file === undefined) return [];
          const arrival = { link: `${page.path} ${String(i)}`, page: path, url, file, anchors: [] };
          const anchor = "anchor" in target ? target.anchor : undefined;
          if (anchor === undefined) return [arrival];
          return getPageAnchors(site, file).has(anchor) ? [{ ...arrival, anchors: anchorsAt(site, file, anchor) }] : [];
        }),
      ),
  );
}

function anchorsAt(site: Site, page: string, written: string): string[] {
  const id = normalizeAnchor(written);
  return (["page first", "snippets first"] as const).map(
    (order) => placesIn(site, page, order).find((place) => place.id === id)?.name ?? "",
  );
}

/** Returns the headings and elements on a page with their IDs. A snippet occurs as often as the page includes it. */
function placesIn(site: Site, page: string, order: "page first" | "snippets first") {
  const ids = new HeadingIdGenerator();
  const visit = (file: string, within: readonly string[]): { readonly id: string; readonly name: string }[] => {
    const references = within.includes(file) ? undefined : site.references.get(file);
    if (!references) return [];
    const own = () =>
      [...references.headings, ...references.anchors]
        .map((place, i) => ({ place, name: `${file} ${String(i)}` }))
        .toSorted((a, b) => a.place.range.start - b.place.range.start)
        .map(({ place, name }) => ({ id: idOf(references.text, place, ids), name }));
    const included = () =>
      references.imports.flatMap(({ source }) => visit(findImportedFile(source, file) ?? "", [...within, file]));
    if (order === "page first") {
      const first = own();
      return [...first, ...included()];
    }
    return [...included(), ...own()];
  };
  return visit(page, []);
}

function idOf(text: string, place: HeadingReference | PageAnchor, ids: HeadingIdGenerator): string {
  if (!("text" in place)) return normalizeAnchor(place.id);
  const custom = /\{#([^\s{}]+)\}$/.exec(text.slice(place.range.start, place.range.end))?.[1];
  return custom === undefined ? ids.createId(place.text) : ids.createCustomId(custom);
}

const folders = ["", "g/", "h/", "g/i/"];
const words = ["Use", "Install it", "Use", "Read `x`", "C & D", "Ünder", "Use it: now"];
const ids = ["use", "use-2", "install-it", "read-x", "c-%26-d", "c-d", "%C3%BCnder", "box", "top", "nothing"];

/**
 * Generates a site with pages in several folders, snippets that some of the pages include, images, and links among all
 * of them in many styles.
 */
function drawSite(random: Random): Files {
  const pages = folders.flatMap((folder) =>
    ["a", "b", "index"].filter(() => random.nextChance(0.7)).map((name) => folder + name),
  );
  const snippets = ["n", "p/m", "q"].map((name) => `snippets/${name}`);
  const images = ["", "g/", "h/"].map((folder) => `${folder}key.png`);
  const link = (): string => {
    const page = random.pick(pages) ?? "a";
    const name = page.split("/").at(-1) ?? "";
    const path = random.pick([
      `/${page}`,
      `/${page.replace(/(^|\/)index$/, "")}`,
      `./${name}`,
      name,
      `../${page}`,
      `../${name}`,
      `${name}.mdx`,
      `/old/${name}`,
      "",
    ]);
    return `${path ?? ""}${path === "" || random.nextChance(0.4) ? `#${random.pick(ids) ?? ""}` : ""}`;
  };
  const body = (depth: number): string => {
    const included = snippets.filter(() => random.nextChance(depth === 0 ? 0.4 : 0.15));
    const imports = included.map((file, i) => `import S${String(i)} from "/${file}.mdx";`);
    const parts = Array.from({ length: 1 + random.nextBelow(4) }, () => {
      const text = `[x](${link()}) ![k](${random.pick(["/", "./", "../", ""]) ?? ""}${random.pick(images) ?? ""})`;
      return random.nextChance(0.6) ? `## ${random.pick(words) ?? ""}\n\n${text}` : text;
    });
    const element = random.nextChance(0.3) ? ['<div id="box">x</div>'] : [];
    return [...imports, "", ...parts, ...element, ...included.map((_, i) => `<S${String(i)} />`), ""].join("\n\n");
  };
  const config = {
    navigation: { pages },
    redirects: pages
      .map((page) => ({ source: `/old/${page.split("/").at(-1) ?? ""}`, destination: `/${page}` }))
      .slice(0, 2),
    navbar: { links: [{ label: "x", href: `/${random.pick(pages) ?? ""}#use` }] },
  };
  return new Map([
    ["docs.json", JSON.stringify(config)],
    ...pages.map((page) => [`${page}.mdx`, body(0)] as const),
    ...snippets.map((file) => [`${file}.mdx`, body(1)] as const),
    ...images.map((file) => [file, ""] as const),
  ]);
}

describe("working links", function () {
  this.timeout(chooseByMode(120_000, 3_600_000));
  const [sites, turns] = [chooseByMode(15, 1000), 6];

  it("still work after any move or are reported by it", () => {
    let [made, left] = [0, 0];
    for (let seed = 0; seed < sites; seed++) {
      const random = createRandom(`move ${String(seedOf(1))} ${String(seed)}`);
      const files = drawSite(random);
      const site = siteOf(files);
      const before = arrivals(site);
      for (let turn = 0; turn < turns; turn++) {
        const from = random.pick([...files.keys(), "g", "h", "g/i", "snippets/p"]) ?? "";
        const name = random.pick(["a", "new", "index", from.split("/").at(-1)?.split(".")[0] ?? ""]) ?? "";
        const folder = from.startsWith("snippets") ? "snippets/" : (random.pick([...folders, "new/"]) ?? "");
        const move = { from, to: folder + name + (/\.\w+$/.exec(from)?.[0] ?? "") };
        const plan = planMove(site, [move], { readText: (file) => files.get(file) });
        if (!plan.ok) {
          assert.match(formatMessageInEnglish(plan.reason), /\.$/);
          continue;
        }
        made++;
        const moved = findMovedFiles(site.files, [move]);
        const placed = (text: string) => {
          const [file = "", ...rest] = text.split(" ");
          return [moved.get(file) ?? file, ...rest].join(" ");
        };
        const reported = new Set(plan.plan.remainingLinks.map(({ file, url }) => `${file} ${url}`));
        left += reported.size;
        const keyOf = ({ link, page, file, anchors }: Arrival) => `${link} on ${page} → ${file}#${anchors.join()}`;
        const after = new Set(arrivals(siteOf(afterMove(files, plan.plan, false))).map(keyOf));
        const lost = before
          .filter(({ link, url }) => !reported.has(`${link.split(" ")[0] ?? ""} ${url}`))
          .filter(({ link, page, file, anchors, url }) => {
            const expected = { link: placed(link), page: placed(page), file: placed(file), url };
            return !after.has(keyOf({ ...expected, anchors: anchors.map(placed) }));
          });
        assert.deepEqual(lost, [], `${move.from} → ${move.to} of site ${String(seed)}`);
      }
    }
    assert.ok(made > sites && left > 0, `${String(made)} moves, ${String(left)} links left`);
  });

  const pieces =
    "{ } < > ` `` $ \\ # * _ [ ] ( ) ! | ~ = + - & % : ; ' \" / . , 0 1. a B é 中 🚀 use Install {{v}} {name} <b> </b> <br/> <Icon/> <c> </c> {#x} &lt; --- *** [x](/a) `{a}` {/* */} import export http://x.y ".split(
      " ",
    );

  it("still work, and pages can still be parsed, after a heading is renamed, unless the rename is rejected with a reason", () => {
    let [made, refused] = [0, 0];
    for (let seed = 0; seed < sites; seed++) {
      const random = createRandom(`rename ${String(seedOf(1))} ${String(seed)}`);
      const files = drawSite(random);
      const site = siteOf(files);
      const headings = [...site.references.values()].flatMap(({ path, headings: all }) =>
        all.map(({ range }) => ({ file: path, range })),
      );
      for (let turn = 0; turn < turns && headings.length > 0; turn++) {
        const at = random.pick(headings);
        const start = at && prepareSiteRename(site, at.file, at.range.start);
        if (!at || !start) continue;
        const piecesOf = () =>
          Array.from({ length: 1 + random.nextBelow(8) }, () => random.pick([...pieces, " ", " "]) ?? "");
        const taken = [...words, "Box", "use 2"];
        const name = random.nextChance(0.25) ? (random.pick(taken) ?? "") : piecesOf().join("");
        const outcome = renameSymbol(site, at.file, start, name, (file) => files.get(file));
        const context = `${JSON.stringify(name)} in ${at.file} of site ${String(seed)}`;
        assert.ok(outcome, context);
        if (!outcome.ok) {
          refused++;
          assert.match(formatMessageInEnglish(outcome.reason), /\.$/);
          continue;
        }
        made++;
        const now = new Map(files);
        for (const [file, edits] of outcome.edits) {
          now.set(file, applyEdits(files.get(file) ?? "", edits));
          if (file.endsWith(".mdx")) assert.deepEqual(checkSyntax(now.get(file) ?? ""), [], context);
        }
        const after = siteOf(now);
        const number = site.references.get(at.file)?.headings.findIndex(({ range }) => range === at.range) ?? -1;
        const heading = after.references.get(at.file)?.headings[number];
        const keyOf = ({ link, page, file, anchors }: Arrival) => JSON.stringify([link, page, file, anchors]);
        const found = new Set(arrivals(after, heading && { file: at.file, range: heading.range }).map(keyOf));
        const lost = arrivals(site, at).filter((arrival) => !found.has(keyOf(arrival)));
        assert.deepEqual(lost, [], context);
      }
    }
    assert.ok(made > sites && refused > 0, `${String(made)} renames, ${String(refused)} rejected`);
  });
});
