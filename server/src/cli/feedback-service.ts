import { profiles } from "../core/config/settings/profile.ts";
import { checkKey } from "../feedback/service/validate.ts";
import type { FeedbackService } from "../feedback/entries/types.ts";
import { checkBaseUrl, checkProject } from "../feedback/service/http.ts";
import type { FeedbackOptions } from "./feedback-options.ts";
import { visibleText } from "./visible-text.ts";

export type FoundService =
  | { readonly ok: true; readonly service: PartOfService }
  /** The end of one line. */
  | { readonly ok: false; readonly reason: string };

/** Everything but the address, which the profile of the site may know. */
export type PartOfService = Omit<FeedbackService, "baseUrl"> & { readonly baseUrl?: string };

/**
 * Whom to ask, from options and variables of the system, each checked before anything is sent. The key comes from one
 * variable alone: nothing of a site, and no option that others could read in a list of processes, can name it.
 */
export function serviceOf(
  { baseUrl, project, profile }: FeedbackOptions,
  environment: Readonly<Record<string, string | undefined>>,
): FoundService {
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  const key = environment["DOCWRIGHT_API_KEY"] ?? "";
  if (key === "")
    return refuse(
      "there is no key. Set the variable DOCWRIGHT_API_KEY to an administrator’s key from the API keys page of your dashboard.",
    );
  const checkedKey = checkKey(key);
  if (!checkedKey.ok) return refuse(`DOCWRIGHT_API_KEY cannot be used. ${checkedKey.reason}`);
  const projectId = project ?? environment["DOCWRIGHT_PROJECT"] ?? "";
  if (projectId === "")
    return refuse(
      "name the project with --project or the variable DOCWRIGHT_PROJECT. Your dashboard shows its ID.",
    );
  const checkedProject = checkProject(projectId);
  if (!checkedProject.ok) return refuse(`${visibleText(projectId.slice(0, 80))}: ${checkedProject.reason}`);
  const address =
    baseUrl ??
    (environment["DOCWRIGHT_API_URL"] || undefined) ??
    (profile && profiles[profile].analyticsBaseUrl);
  if (address === undefined) return { ok: true, service: { projectId, key } };
  const checkedAddress = checkBaseUrl(address);
  if (!checkedAddress.ok) return refuse(checkedAddress.reason);
  return { ok: true, service: { baseUrl: checkedAddress.value, projectId, key } };
}

export const noAddress =
  "name the service with --base-url or the variable DOCWRIGHT_API_URL, as in https://api.example.com.";
