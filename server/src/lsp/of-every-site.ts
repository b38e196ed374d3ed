import type { CancellationToken } from "vscode-languageserver/node";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { abortedBy } from "./cancellation.ts";
import type { Session } from "./session.ts";

/**
 * Returns the results for every site, computed one after another. Sites with an undefined result are left out. Throws
 * if the client cancels.
 */
export async function ofEverySite<Answer>(
  session: Session,
  token: CancellationToken,
  answer: (site: LiveSite, session: Session, signal: AbortSignal) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  const signal = abortedBy(token);
  const answers: Answer[] = [];
  for (const site of session.sites.sites) {
    signal.throwIfAborted();
    const own = await answer(site, session, signal);
    if (own !== undefined) answers.push(own);
  }
  return answers;
}
