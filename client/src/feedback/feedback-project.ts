import { checkBaseUrl, checkProject } from "../../../server/src/feedback/service/http.ts";

/** Where readers' feedback is asked for. */
export interface FeedbackProject {
  /** `https://api.example.com`, without a slash at its end. */
  readonly baseUrl: string;
  /** `https://api.example.com`: what a key is bound to. */
  readonly origin: string;
  readonly projectId: string;
  /** Where people work on feedback in a browser. */
  readonly dashboardUrl?: string;
}

/** What the settings say, as it is written there. */
export interface ProjectSettings {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly dashboardUrl: string;
}

/** A project to ask for, or why there is none. */
export type ReadProject =
  | { readonly kind: "project"; readonly project: FeedbackProject }
  /** Nothing is set up. */
  | { readonly kind: "missing"; readonly what: "projectId" | "baseUrl" }
  /** `reason` is a sentence. */
  | { readonly kind: "wrong"; readonly what: keyof ProjectSettings; readonly reason: string };

/** The base URL that a profile knows; the standard one names none. */
const knownBaseUrls: Readonly<Record<string, string>> = { mintlify: "https://api.mintlify.com" };

/** The project that settings name. `profiles` are those of the open sites: where they agree, one may name the base URL. */
export function readProject(settings: ProjectSettings, profiles: readonly string[]): ReadProject {
  const projectId = settings.projectId.trim();
  if (projectId === "") return { kind: "missing", what: "projectId" };
  const project = checkProject(projectId);
  if (!project.ok) return { kind: "wrong", what: "projectId", reason: project.reason };
  const address = settings.baseUrl.trim() || usualBaseUrl(profiles);
  if (address === undefined) return { kind: "missing", what: "baseUrl" };
  const base = checkBaseUrl(address);
  if (!base.ok) return { kind: "wrong", what: "baseUrl", reason: base.reason };
  const dashboard = checkDashboard(settings.dashboardUrl.trim());
  if (!dashboard.ok) return { kind: "wrong", what: "dashboardUrl", reason: dashboard.reason };
  return {
    kind: "project",
    project: {
      baseUrl: base.value,
      origin: new URL(base.value).origin,
      projectId,
      ...(dashboard.value !== "" && { dashboardUrl: dashboard.value }),
    },
  };
}

/** What these profiles know; undefined where they know nothing, or not the same. */
export function usualBaseUrl(profiles: readonly string[]): string | undefined {
  const [profile, ...others] = new Set(profiles);
  return others.length === 0 && profile !== undefined ? knownBaseUrls[profile] : undefined;
}

/** One name in the secret storage of the editor, for one project of one origin. */
export function keyName({ origin, projectId }: FeedbackProject): string {
  return `feedback.apiKey:${origin}:${projectId}`;
}

export function isSameProject(one: FeedbackProject | undefined, other: FeedbackProject | undefined): boolean {
  return (
    one?.baseUrl === other?.baseUrl &&
    one?.projectId === other?.projectId &&
    one?.dashboardUrl === other?.dashboardUrl
  );
}

/** A page for the browser, so what stands behind its host may be anything. */
function checkDashboard(
  text: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string } {
  if (text === "") return { ok: true, value: "" };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const place = url && checkBaseUrl(`${url.protocol}//${url.host}`);
  if (url && place?.ok && url.username === "" && url.password === "") return { ok: true, value: url.href };
  return { ok: false, reason: "The address of the dashboard has to begin with https://." };
}
