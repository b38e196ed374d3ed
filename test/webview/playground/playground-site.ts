import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createEndpointForm, readFileEndpoint } from "../../../server/src/core/preview/endpoint/endpoint-request.ts";
import { createSiteFrame } from "../../../server/src/core/preview/frame/site-frame.ts";
import { getSiteFacts } from "../../../server/src/core/preview/source/page-source.ts";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { SiteShellView } from "../../../server/src/core/preview/view/site-frame.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import { readOperationModel } from "../../../server/src/core/spec/model/operation-model.ts";
import { createRendererFactory } from "../../../server/src/workspace/preview/page-renderer.ts";
import { siteOf } from "../../harness/site-of.ts";
import { specFilesOf } from "../../harness/spec-files-of.ts";

/** The parts of an endpoint page: the page, its frame, and the form of its playground. */
export interface EndpointPageParts {
  readonly page: PageView;
  readonly frame: SiteShellView;
  readonly form: RequestForm;
}

const anyone = { reader: "human", signedIn: false, groups: [] } as const;
const newRenderer = createRendererFactory(fileURLToPath(new URL("../../../dist", import.meta.url)));

/**
 * Returns the page of `POST /things/{id}` or, if `method` and `path` are set, of that operation in the specification.
 */
export async function endpointPage(
  spec: object,
  method = "POST",
  path = "/things/{id}",
  docs: object = {},
): Promise<EndpointPageParts> {
  const text = `---\ntitle: Things\nopenapi: ${method} ${path}\n---\n\nWords.\n`;
  const api = JSON.stringify(spec);
  const config = {
    name: "Site",
    theme: "mint",
    colors: { primary: "#0a6a6a" },
    navigation: { pages: ["page"] },
    ...docs,
  };
  const site = siteOf(new Map([["docs.json", JSON.stringify(config)], ["page.mdx", text], ["api.json", api]])); // prettier-ignore
  const [outline, references] = [site.pages.get("page.mdx"), site.references.get("page.mdx")];
  assert.ok(outline && references);
  const request = readFileEndpoint(site, outline, references, anyone);
  assert.equal(request?.kind, "operation");
  const full = readOperationModel(specFilesOf({ "api.json": api }), { method, path, isWebhook: false });
  assert.ok(full);
  const endpoint = {
    kind: "operation",
    wholeOperation: full,
    spec: "api.json",
    facts: request.facts,
  } as const;
  const form = createEndpointForm(endpoint, "page.mdx");
  assert.ok(form);
  const facts = getSiteFacts(site);
  const { view } = await newRenderer()({
    path: "page.mdx",
    text,
    files: new Map(),
    facts,
    audience: anyone,
    endpoint,
  });
  return { page: view, frame: createSiteFrame(site, "page", anyone), form };
}
