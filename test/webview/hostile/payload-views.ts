import path from "node:path";
import { fileURLToPath } from "node:url";
import { readFileEndpoint } from "../../../server/src/core/preview/endpoint/endpoint-request.ts";
import type { EndpointSource } from "../../../server/src/core/preview/endpoint/endpoint-page.ts";
import { createSiteFrame } from "../../../server/src/core/preview/frame/site-frame.ts";
import { getSiteFacts } from "../../../server/src/core/preview/source/page-source.ts";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import type { Site } from "../../../server/src/core/site/site.ts";
import { readOperationModel } from "../../../server/src/core/spec/model/operation-model.ts";
import { createRendererFactory } from "../../../server/src/workspace/preview/page-renderer.ts";
import { siteOf } from "../../harness/site-of.ts";
import { specFilesOf } from "../../harness/spec-files-of.ts";
import { addPayload, type Payload, type SpecPayload } from "./payload.ts";

/** The view of a payload that the page receives. */
export interface PayloadView {
  readonly number: number;
  readonly payload: Payload;
  readonly page: PageView;
  readonly frame: SiteShellView;
  /** The files that the renderer has requested. */
  readonly requested: readonly string[];
}

const everybody = { reader: "human", signedIn: false, groups: [] } as const;
/** Renders in the same way as the product. Uses the last build, or renders without colors if there's no build. */
const newRenderer = createRendererFactory(fileURLToPath(new URL("../../../dist", import.meta.url)));

/** Returns the view that the real renderer creates for a payload, using all rendering libraries. */
export async function viewOf(payload: Payload, number: number): Promise<PayloadView> {
  const text = addPayload(payload.page ?? "Text.\n", number);
  const site = payload.config || payload.spec ? siteWith(payload, text, number) : plainSite(text);
  const endpoint = payload.spec && endpointOf(site, payload.spec, number);
  const requested: string[] = [];
  const files = new Map<string, string | null>();
  const render = newRenderer();
  for (;;) {
    const facts = getSiteFacts(site);
    const { view, requestedPaths: expected } = await render({
      path: "index.mdx",
      text,
      files: new Map(files),
      facts,
      audience: everybody,
      ...(endpoint && { endpoint }),
    });
    const fresh = expected.filter((each) => !files.has(each));
    requested.push(...fresh);
    if (fresh.length === 0)
      return { number, payload, page: view, frame: createSiteFrame(site, "index", everybody), requested };
    for (const file of fresh) {
      const content = payload.files && Object.hasOwn(payload.files, file) ? payload.files[file] : undefined;
      files.set(file, content === undefined ? null : addPayload(content, number));
    }
  }
}

const plainConfig = {
  name: "Site",
  theme: "mint",
  colors: { primary: "#0055aa" },
  navigation: { pages: ["index"] },
};
const plain = siteOf(
  new Map([
    ["docs.json", JSON.stringify(plainConfig)],
    ["index.mdx", "---\ntitle: A\n---\n\nText.\n"],
  ]),
);

/** Most payloads affect only the page, so all other data about the site has its default values. */
function plainSite(text: string): Site {
  return text.startsWith("---")
    ? siteOf(
        new Map([
          ["docs.json", JSON.stringify(plainConfig)],
          ["index.mdx", text],
        ]),
      )
    : plain;
}

function siteWith({ config, spec }: Payload, text: string, number: number): Site {
  const configText = JSON.stringify({ ...plainConfig, ...config });
  // An object spread would drop the key `__proto__`.
  const proto =
    config && Object.hasOwn(config, "__proto__") ? configText.replace("{", '{"__proto__":{"polluted":1},') : configText;
  const files = new Map([
    ["docs.json", addPayload(proto, number)],
    ["index.mdx", text],
  ]);
  if (spec) files.set("api.json", specText(spec, number));
  return siteOf(files);
}

function specText({ root, operation }: SpecPayload, number: number): string {
  const full = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    ...root,
    paths: { "/a": { post: { responses: {}, ...operation } } },
  };
  return addPayload(JSON.stringify(full), number);
}

function endpointOf(site: Site, spec: SpecPayload, number: number): EndpointSource | undefined {
  const outline = site.pages.get("index.mdx");
  const references = site.references.get("index.mdx");
  const request = outline && references && readFileEndpoint(site, outline, references, everybody);
  if (request?.kind !== "operation") return undefined;
  const { facts, method, path: at, isWebhook } = request;
  const full = readOperationModel(specFilesOf({ "api.json": specText(spec, number) }), {
    method,
    path: at,
    isWebhook,
  });
  return full && { kind: "operation", wholeOperation: full, spec: "api.yaml", facts };
}

/** Combines the pages of many payloads into one page. Each block contains the number of its payload. */
export function combineViews(
  views: readonly PayloadView[],
  raw: (view: PayloadView) => PageView["blocks"] = () => [],
): PageView {
  const [first] = views;
  if (!first) throw new Error("There is nothing to show.");
  return {
    ...first.page,
    head: { title: "Hostile", mode: "default" },
    blocks: views.flatMap((view) => [
      ...view.page.blocks.map((block) => ({ ...block, id: `${view.number}-${block.id}` })),
      ...raw(view),
    ]),
    contents: [],
    palette: views.map(({ page }) => page.palette).reduce((a, b) => (b.length > a.length ? b : a)),
    styles: views.map(({ page }) => page.styles).join("\n"),
  };
}

export const projectFolder = path.resolve(fileURLToPath(new URL("../../../", import.meta.url)));
