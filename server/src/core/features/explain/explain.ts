import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug } from "../../site/specs/generated-pages.ts";
import { isEndpointLike, readOperationReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import { explainFile } from "./explain-file.ts";
import { explainOperation, listExplainTargets, type ShownTarget } from "./explain-operation.ts";
import { explainPage } from "./explain-page.ts";
import { explainUrl } from "./explain-url.ts";
import type { Explanation } from "./explanation.ts";

/** Real targets are shorter. */
const maxTargetLength = 2000;

/**
 * Explains why readers see something or don't. The target is a page path (`guides/start`), a file (`guides/start.mdx`),
 * a URL (`/old`, `https://…`), or an endpoint (`GET /users`, `webhook order.paid`, the name of a webhook or channel, or
 * an `operationId`). `read` returns the text of a file of the site, including ignored ones; it's used only for
 * `.mintignore`.
 */
export function explain(
  site: Site,
  written: string,
  read: (path: string) => string | undefined = () => undefined,
): Explanation {
  const target = written.trim().slice(0, maxTargetLength);
  if (isEndpointLike(target)) {
    const operation = readOperationReference(target);
    if (operation.ok) return explainOperation(site, operation.reference);
  }
  const channel = /^channel\s+(\S.*)$/i.exec(target)?.[1];
  const named = listNamedSymbols(site, channel ?? target);
  if (channel !== undefined && named.length > 0) return listExplainTargets(site, named);
  if (/^(https?:)?\/\//i.test(target) || target.startsWith("/")) return explainUrl(site, target, read);
  const place = resolveSitePath(target);
  const path = place.ok ? place.path : target;
  if (site.files.has(path)) return explainFile(site, path, read);
  if (pageSlugsOf(site.files).fileOf.has(path) || generatedBySlug(site).has(path))
    return explainPage(site, path, read);
  if (named.length > 0) return listExplainTargets(site, named);
  if (/\.[a-z]\w{0,4}$/i.test(path)) return explainFile(site, path, read);
  if (site.files.has(`${path}.mdx`) || site.files.has(`${path}.md`))
    return explainFile(site, site.files.has(`${path}.mdx`) ? `${path}.mdx` : `${path}.md`, read);
  return /[?#]/.test(target) || isFolder(site, path)
    ? explainUrl(site, `/${target}`, read)
    : explainPage(site, path, read);
}

function isFolder({ files }: Site, path: string): boolean {
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

/** Returns webhooks and channels with this name and operations with this ID. */
function listNamedSymbols(
  site: Site,
  name: string,
): { readonly spec: SpecOutline; readonly target: ShownTarget }[] {
  return [...site.specs.values()].flatMap((spec) => [
    ...spec.operations
      .filter(({ operationId }) => operationId === name)
      .map((operation) => ({ spec, target: { kind: "operation" as const, operation } })),
    ...spec.webhooks
      .filter(({ path }) => path === name)
      .map((operation) => ({ spec, target: { kind: "webhook" as const, operation } })),
    ...spec.channels
      .filter(({ id }) => id === name)
      .map((channel) => ({ spec, target: { kind: "channel" as const, channel } })),
  ]);
}
