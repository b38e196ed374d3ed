import { inEnglish, type Say } from "../core/text/message.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";

type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Which question of a project: its entries, or the totals of its pages. */
export type FeedbackQuestion = "feedback" | "feedback/by-page";

/** The base URL without a slash at its end, or a sentence: only https, or http on this machine, and nothing but a place. */
export function checkBaseUrl(text: string, say: Say = inEnglish): Checked<string> {
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  // The parser of URLs takes spaces and line ends out without a word.
  if (text.length > 2000 || /[\s\p{C}\\]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    return refuse(
      say("The address of the feedback service has to be a full one, like https://api.example.com."),
    );
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return refuse(say("The address of the feedback service must not have a user name or password in it."));
  if (/[?#]/.test(text))
    return refuse(say("The address of the feedback service must not have a ? or # in it."));
  if (url.protocol === "http:" && !isThisMachine(url.hostname))
    return refuse(say("The key is only sent over https; http is possible on this machine alone."));
  return { ok: true, value: url.origin + url.pathname.replace(/\/+$/, "") };
}

/** The project as it is written, or a sentence. */
export function checkProject(text: string, say: Say = inEnglish): Checked<string> {
  if (text === "")
    return { ok: false, reason: say("Which project is not said. Copy its ID from your dashboard.") };
  if (text.length > 200 || text === "." || text.includes("..") || /[/\\?#\s\p{C}]/u.test(text))
    return {
      ok: false,
      reason: say(
        "That is no ID of a project: it has no spaces and none of / \\ .. ? # in it. Copy it from your dashboard.",
      ),
    };
  return { ok: true, value: text };
}

/** The whole address of a question. Never leads away from the base URL. */
export function feedbackUrl(
  { baseUrl, projectId }: { readonly baseUrl: string; readonly projectId: string },
  question: FeedbackQuestion,
  parameters: Readonly<Record<string, string>> = {},
  say: Say = inEnglish,
): Checked<string> {
  const base = checkBaseUrl(baseUrl, say);
  if (!base.ok) return base;
  const project = checkProject(projectId, say);
  if (!project.ok) return project;
  const query = new URLSearchParams(parameters).toString();
  const path = `${base.value}/v1/analytics/${encodeURIComponent(project.value)}/${question}`;
  return { ok: true, value: query === "" ? path : `${path}?${query}` };
}

export function badQuestion(message: string): FeedbackFailure {
  return { kind: "bad-question", message };
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
