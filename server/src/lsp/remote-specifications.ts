import { remoteSources } from "../core/site/specs/operation-references.ts";
import { checkUrl } from "../relay/policy/address-policy.ts";
import { download } from "../relay/download.ts";
import { RemoteSpecs } from "../workspace/specs/remote-specs.ts";
import type {
  FetchedSpecification,
  FetchSpecification,
  RemoteSpecification,
} from "../protocol/specifications.ts";
import type { Cancellable } from "./handle.ts";
import type { Session } from "./session.ts";

/** Copies of specifications on the web; only `docwright/fetchSpecification` makes any. */
export function remoteSpecs(): RemoteSpecs {
  return new RemoteSpecs(download);
}

/** `docwright/remoteSpecifications` */
export function remoteSpecificationsOf(session: Session): RemoteSpecification[] {
  return namedUrls(session).map((url): RemoteSpecification => {
    const checked = checkUrl(url);
    const [copy] = session.remote.copiesOf([url]).values();
    return {
      url,
      ...(checked.ok && { host: checked.url.host }),
      ...(copy && { fetchedAt: copy.fetchedAt }),
      stale: copy?.isStale ?? false,
    };
  });
}

/** `docwright/fetchSpecification` */
export async function fetchNamed(
  { url, hosts }: FetchSpecification,
  session: Session,
  { token }: Cancellable,
): Promise<FetchedSpecification> {
  if (!session.network) return { kind: "failed", text: "is not fetched, as this workspace is not trusted" };
  if (!namedUrls(session).includes(url))
    return { kind: "failed", text: "is not fetched, as no site names it" };
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  const agreed = new Set(hosts);
  const { signal } = controller;
  const outcome = await session.remote.fetch(url, { mayAsk: (host) => agreed.has(host), signal });
  if (outcome.kind === "fetched") for (const site of session.sites.sites) site.renewCopy(url);
  return outcome;
}

function namedUrls({ sites }: Session): string[] {
  const urls = sites.sites.flatMap(({ current }) => (current ? remoteSources(current.site) : []));
  return [...new Set(urls)];
}
