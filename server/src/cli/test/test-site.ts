import type { ProfileName } from "../../core/config/settings/profile.ts";
import type { Site } from "../../core/site/site.ts";
import type { SpecModels } from "../../core/spec/model/operation-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createRelay, type Relay, type RelayHost } from "../../relay/relay.ts";
import { analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { listTestedSpecs } from "../../workspace/api-tests/plan-tests.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import type { SiteFiles } from "../../workspace/files/site-files.ts";
import type { SpecService } from "../../workspace/specs/spec-service.ts";
import { getFolderSite } from "../folder-site.ts";

/** A site and the requests to test. */
export interface LoadedTestSite {
  /** The prefix for the site's file paths in reports, such as `docs/`. */
  readonly prefix: string;
  readonly site: Site;
  readonly siteFiles: SiteFiles;
  readonly modelsByPath: ReadonlyMap<SitePath, SpecModels>;
}

export interface TestLoadOptions {
  readonly specService: SpecService;
  readonly profile: ProfileName | undefined;
  readonly showProgress: (progress: LocalizedMessage) => void;
}

/**
 * Loads every site in a folder (the folder itself may be one), along with the operations in each site's specifications.
 */
export async function loadTestSites(
  folder: string,
  { specService, profile, showProgress }: TestLoadOptions,
): Promise<readonly LoadedTestSite[]> {
  const loadedSites: LoadedTestSite[] = [];
  for (const root of await findSites(folder)) {
    const { prefix, siteFiles } = getFolderSite(folder, root, profile);
    showProgress(createMessage("{0}: reading the site", `${prefix}docs.json`));
    const { site } = await analyzeSite(siteFiles, { specReader: specService });
    const modelsByPath = new Map<SitePath, SpecModels>();
    for (const spec of listTestedSpecs(site)) {
      showProgress(createMessage("{0}: reading operations", prefix + spec.path));
      const specModels = await readModels(siteFiles, spec, specService);
      if (specModels) modelsByPath.set(spec.path, specModels);
    }
    loadedSites.push({ prefix, site, siteFiles, modelsByPath });
  }
  return loadedSites;
}

async function readModels(
  siteFiles: SiteFiles,
  spec: SpecOutline,
  specService: SpecService,
): Promise<SpecModels | undefined> {
  const operations = spec.operations.map(({ method, path }) => ({ method, path, isWebhook: false }));
  return (await specService.analyze(siteFiles, spec, { checksValidity: false, operations }))?.models;
}

/**
 * Returns the base URLs that the sites' specifications declare, without duplicates, along with the files that declare
 * them.
 */
export function listDeclaredServers(
  loadedSites: readonly LoadedTestSite[],
): readonly { readonly url: string; readonly file: string; readonly description: string }[] {
  const serversByKey = new Map<string, { url: string; file: string; description: string }>();
  for (const { prefix, modelsByPath } of loadedSites)
    for (const [path, { operations }] of modelsByPath)
      for (const { servers } of operations.values())
        for (const { url, description = "" } of servers) {
          const file = prefix + path;
          serversByKey.set(`${url} ${file}`, { url, file, description });
        }
  return [...serversByKey.values()];
}

/** The servers that were specified on the command line, along with the secrets that can be sent to them. */
export interface CommandLineServers {
  readonly servers: readonly string[];
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * The relays for the servers that were specified on the command line. Each origin has its own relay, because a secret
 * is bound to one origin. Specifying a server counts as consent, so the user is never prompted. Requests are sent only
 * to these servers.
 */
export class TestRelays {
  readonly #server: CommandLineServers;
  readonly #relaysByOrigin = new Map<string, Relay>();

  constructor(commandLineServers: CommandLineServers) {
    this.#server = commandLineServers;
  }

  getRelay(url: string): Relay {
    const { origin } = new URL(url);
    const relay = this.#relaysByOrigin.get(origin) ?? createRelay(this.#createHost(origin));
    this.#relaysByOrigin.set(origin, relay);
    return relay;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#relaysByOrigin.values()].map((relay) => relay.dispose()));
  }

  #createHost(origin: string): RelayHost {
    const { servers, secrets } = this.#server;
    const origins = new Set(servers.map((url) => new URL(url).origin));
    return {
      listTargets: async () => [...origins].map((each) => ({ origin: each, declaredBy: "you" })),
      requestConsent: async (request) => (origins.has(request.origin) ? "always" : "no"),
      getSecret: async (name) => {
        const value = secrets.get(name);
        return value === undefined || !origins.has(origin) ? undefined : { value, origin };
      },
      // Tests don't send files.
      openFile: async () => undefined,
    };
  }
}
