import { getNodeLocation } from "../../config/json/json-tree.ts";
import { getDestinationPath, findRedirect } from "../../site/links/redirects.ts";
import { getBasePath, getFinalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { getPageSlug, getPageSlugs } from "../../site/pages/pages.ts";
import { parseLinkUrl, splitLocalUrl } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import { getOperationName } from "../../site/specs/generated-page-plan.ts";
import { indexGeneratedPagesBySlug } from "../../site/specs/generated-pages.ts";
import { isEndpointLike, readOperationReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import { isSameLocation, type SiteLocation } from "../../text/text-edit.ts";
import { explainFile } from "./explain-file.ts";
import { explainEndpoints, explainOperation, type ShownTarget } from "./explain-operation.ts";
import { explainPage } from "./explain-page.ts";
import { explainMissingPage, type Explanation, type Finding, toSteps } from "./explanation.ts";

type TextReader = (path: string) => string | undefined;

/** The maximum number of redirects that browsers follow. */
const maxHops = 20;

/**
 * Explains what readers see when they open a URL. `rawUrl` is a full URL of the site or a path on its host, with or
 * without the base path.
 */
function explainUrl(site: Site, rawUrl: string, readText: TextReader): Explanation {
  const findings: Finding[] = [];
  const path = getSitePath(site, rawUrl, findings);
  if (path === undefined) return describeUrl(rawUrl, findings, `\`${rawUrl}\` belongs to another site.`, false);
  const { finalPath, isLoop } = followRedirects(site, path, findings);
  if (isLoop)
    return describeUrl(
      rawUrl,
      findings,
      "Readers can't open this URL because its redirects form a loop. Remove one of the redirects.",
      false,
    );
  if (finalPath === undefined) return describeUrl(rawUrl, findings, "Readers are redirected to another site.", true);
  const pathExplanation = explainPath(site, finalPath, readText);
  const hasRedirects = findings.some(({ kind }) => kind === "redirect");
  return {
    ...pathExplanation,
    target: rawUrl,
    about: "address",
    verdict:
      hasRedirects && pathExplanation.shown
        ? `Readers are redirected to \`/${finalPath}\`. ${pathExplanation.verdict}`
        : pathExplanation.verdict,
    steps: [...toSteps(findings), ...pathExplanation.steps.filter(({ location }) => !isDescribed(findings, location))],
  };
}

/**
 * Whether the findings already contain a redirect at this location. If so, the redirect doesn't have to be described
 * again.
 */
function isDescribed(findings: readonly Finding[], location: SiteLocation | undefined): boolean {
  return (
    location !== undefined && findings.some((finding) => finding.location && isSameLocation(finding.location, location))
  );
}

/**
 * Returns the path relative to the base path, without a leading slash, and adds findings about the site's URL. Returns
 * undefined if the URL belongs to another site.
 */
function getSitePath(site: Site, rawUrl: string, findings: Finding[]): string | undefined {
  const url = parseLinkUrl(rawUrl);
  let localPath = url.kind === "local" ? url.path : undefined;
  if (url.kind === "web") {
    const target = getFinalTarget(resolveLink(site, rawUrl, undefined));
    localPath = splitLocalUrl(url.pathAndQuery).path || "/";
    if (target.kind === "external") {
      if (site.settings.siteUrl !== undefined) {
        findings.push({
          kind: "address",
          state: "stops",
          sentence: `The site is at \`${site.settings.siteUrl}\`, and this URL isn't part of it.`,
        });
        return undefined;
      }
      findings.push({
        kind: "address",
        state: "note",
        sentence: "`.docwright.json` doesn't set the site's URL (`siteUrl`), so only the path is checked.",
      });
    }
  }
  if (localPath === undefined) return undefined;
  const pathBelowBase = getDestinationPath(site, localPath.startsWith("/") ? localPath : `/${localPath}`);
  const basePath = getBasePath(site);
  if (basePath !== "" && pathBelowBase !== undefined)
    findings.push({ kind: "address", state: "note", sentence: `The site is hosted at \`/${basePath}\`.` });
  return pathBelowBase;
}

/** Follows the redirects from a path and adds a finding for each of them. Redirects take precedence over pages. */
function followRedirects(
  site: Site,
  startPath: string,
  findings: Finding[],
): { readonly finalPath: string | undefined; readonly isLoop: boolean } {
  let path: string | undefined = startPath;
  const visitedPaths = new Set<string>();
  for (let hopCount = 0; path !== undefined; hopCount++) {
    const followedRedirect = findRedirect(site, path);
    if (!followedRedirect || followedRedirect.redirect.pattern?.prefix === path)
      return { finalPath: path, isLoop: false };
    if (visitedPaths.has(path) || hopCount >= maxHops) return { finalPath: undefined, isLoop: true };
    visitedPaths.add(path);
    findings.push({
      kind: "redirect",
      state: "ok",
      sentence: `A redirect sends readers from \`${followedRedirect.redirect.source}\` to \`${followedRedirect.destination}\`.`,
      location: getNodeLocation(followedRedirect.redirect.sourceNode),
    });
    path = getDestinationPath(site, followedRedirect.destination);
  }
  return { finalPath: undefined, isLoop: false };
}

function explainPath(site: Site, path: string, readText: TextReader): Explanation {
  const url = `/${path.split("/").map(encodeURIComponent).join("/")}`;
  const target = resolveLink(site, url, undefined);
  return path === "" && target.kind === "route"
    ? explainHomePage(site, readText)
    : explainTarget(site, path, target, readText);
}

function explainTarget(site: Site, path: string, target: LinkTarget, readText: TextReader): Explanation {
  switch (target.kind) {
    case "page":
      return explainPage(site, getPageSlug(target.file) ?? target.slug, readText);
    case "generated":
      return explainPage(site, target.page.slug, readText);
    case "file":
      return explainFile(site, target.file, readText);
    case "folder":
      return createStepExplanation(
        path,
        "address",
        `\`/${path}\` is a folder of pages, so the service opens its first page.`,
        true,
      );
    case "route":
      return createStepExplanation(path, "address", `The service itself handles \`/${path}\`.`, true);
    case "unverifiable":
      return createStepExplanation(path, "address", unverifiableTargetReasons[target.reason], false);
    case "spelling": {
      const { otherSpelling } = target;
      return createStepExplanation(
        path,
        "file",
        `\`/${path}\` doesn't exist. The page is \`/${otherSpelling.path}\`.`,
        false,
      );
    }
    default:
      return explainMissingTarget(site, path, readText);
  }
}

const unverifiableTargetReasons = {
  variable: "A variable sets part of this URL, so Docwright can't check where it leads.",
  expression: "Code computes part of this URL, so Docwright can't check where it leads.",
  specification: "It might be a page generated from a specification outside the site, which Docwright can't check.",
  "not-published": "The file with this name is a snippet, so it doesn't have its own URL.",
  "nested-site": "It exists only in a subfolder that has its own docs.json, which may be a separate site.",
  host: "The site has nothing at this path, but another part of the same host might.",
} as const;

function explainMissingTarget(site: Site, path: string, readText: TextReader): Explanation {
  const explanation = explainMissingPage(site, path, readText);
  const names = [...site.specs.values()].flatMap((spec) =>
    spec.operations
      .filter((operation) => operation.path === `/${path}`)
      .map((operation) => getOperationName({ kind: "operation", operation })),
  );
  if (names.length === 0) return explanation;
  const formattedNames = names.map((name) => `\`${name}\``).join(", ");
  return {
    ...explanation,
    verdict: `${explanation.verdict} To explain an operation instead, include its method: ${formattedNames}.`,
    steps: [
      ...explanation.steps,
      { kind: "operation", state: "note", sentence: `The site's specifications define ${formattedNames}.` },
    ],
  };
}

/**
 * Explains what readers see at the site's root: the `index` page or, if there is none, the first page in the
 * navigation.
 */
function explainHomePage(site: Site, readText: TextReader): Explanation {
  if (site.pages.has("index.mdx") || site.pages.has("index.md")) return explainPage(site, "index", readText);
  return createStepExplanation(
    "",
    "address",
    "The site has no `index` page, so readers see the first page in the navigation.",
    true,
  );
}

function createStepExplanation(path: string, kind: Finding["kind"], sentence: string, isShown: boolean): Explanation {
  return describeUrl(path, [{ kind, state: isShown ? "ok" : "stops", sentence }], sentence, isShown);
}

function describeUrl(target: string, findings: readonly Finding[], summary: string, isShown: boolean): Explanation {
  return { target, about: "address", shown: isShown, verdict: summary, steps: toSteps(findings) };
}

/** The maximum length of a target. Real targets are shorter. */
const maxTargetLength = 2000;

/**
 * Explains why readers see or don't see the target. The target is a page path (`guides/start`), a file
 * (`guides/start.mdx`), a URL (`/old`, `https://…`), or an endpoint (`GET /users`, `webhook order.paid`, the name of a
 * webhook or channel, an `operationId`, or the name of an operation in an AsyncAPI file). `readText` returns the text
 * of any file in the site, even if the file is ignored. It's used only for `.mintignore`.
 */
export function explain(
  site: Site,
  rawTarget: string,
  readText: (path: string) => string | undefined = () => undefined,
): Explanation {
  const target = rawTarget.trim().slice(0, maxTargetLength);
  if (isEndpointLike(target)) {
    const referenceResult = readOperationReference(target);
    if (referenceResult.ok) return explainOperation(site, referenceResult.reference);
  }
  const channelName = /^channel\s+(\S.*)$/i.exec(target)?.[1];
  const namedSymbols = listNamedSymbols(site, channelName ?? target);
  if (channelName !== undefined && namedSymbols.length > 0) return explainEndpoints(site, namedSymbols);
  if (/^(https?:)?\/\//i.test(target) || target.startsWith("/")) return explainUrl(site, target, readText);
  const pathResult = resolveSitePath(target);
  const path = pathResult.ok ? pathResult.path : target;
  if (site.files.has(path)) return explainFile(site, path, readText);
  if (getPageSlugs(site.files).fileBySlug.has(path) || indexGeneratedPagesBySlug(site).has(path))
    return explainPage(site, path, readText);
  if (namedSymbols.length > 0) return explainEndpoints(site, namedSymbols);
  const channels = findChannels(site, target);
  if (channels.length > 0) return explainChannelOperation(site, target, channels);
  if (/\.[a-z]\w{0,4}$/i.test(path)) return explainFile(site, path, readText);
  if (site.files.has(`${path}.mdx`) || site.files.has(`${path}.md`))
    return explainFile(site, site.files.has(`${path}.mdx`) ? `${path}.mdx` : `${path}.md`, readText);
  return /[?#]/.test(target) || isFolder(site, path)
    ? explainUrl(site, `/${target}`, readText)
    : explainPage(site, path, readText);
}

function isFolder({ files }: Site, path: string): boolean {
  for (const file of files) if (file.startsWith(`${path}/`)) return true;
  return false;
}

type ShownChannel = Extract<ShownTarget, { kind: "channel" }>;

/** Returns the channels that an AsyncAPI operation with this name sends or receives on. */
function findChannels(site: Site, name: string): { readonly spec: SpecOutline; readonly target: ShownChannel }[] {
  return [...site.specs.values()].flatMap((spec) =>
    spec.channels
      .filter(({ operations }) => operations.includes(name))
      .map((channel) => ({ spec, target: { kind: "channel" as const, channel } })),
  );
}

function explainChannelOperation(site: Site, name: string, channels: ReturnType<typeof findChannels>): Explanation {
  const explanation = explainEndpoints(site, channels);
  const formattedNames = channels.map(({ target }) => `\`${target.channel.id}\``).join(", ");
  const sentence = `\`${name}\` is an operation on the channel ${formattedNames}, so readers find it on the channel's page.`;
  return {
    ...explanation,
    target: name,
    steps: [{ kind: "operation", state: "note", sentence }, ...explanation.steps],
  };
}

/** Returns webhooks and channels with this name, and operations with this ID. */
function listNamedSymbols(site: Site, name: string): { readonly spec: SpecOutline; readonly target: ShownTarget }[] {
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
