import type { CancellationToken } from "vscode-languageserver/node";
import type { LiveSite } from "../workspace/live-site.ts";
import { abortedBy } from "./cancellation.ts";
import type { Session } from "./session.ts";

/**
 * Answers for every site, one after the other, as it is once all that was typed has been read. Sites of which there is
 * nothing to say are left out; ends with an error when it is cancelled.
 */
export async function ofEverySite<Answer>(
  session: Session,
  token: CancellationToken,
  answer: (site: LiveSite, session: Session, signal: AbortSignal) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  session.documents.flush();
  await session.sites.whenAtRest();
  const signal = abortedBy(token);
  const answers: Answer[] = [];
  for (const site of session.sites.sites) {
    signal.throwIfAborted();
    const own = await answer(site, session, signal);
    if (own !== undefined) answers.push(own);
  }
  return answers;
}
