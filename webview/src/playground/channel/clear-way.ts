import type { RelayFailure } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { askPerson } from "../agree-to.ts";
import type { PlaygroundStore } from "../playground-store.ts";
import type { AskHost } from "../relay/asking.ts";

/**
 * Asks the person, in a browser's tab, whether something may go to this address, and answers what stands in the way. In
 * the editor the host asks by itself.
 */
export async function clearWay(
  store: PlaygroundStore,
  ask: AskHost,
  url: string,
  secrets: readonly string[],
): Promise<RelayFailure | undefined> {
  if (store.port.host === "editor") return undefined;
  for (let times = 0; times < 3; times++) {
    const target = await ask({ kind: "target", url, secrets });
    if (target?.kind !== "target") break;
    if (target.failure) return target.failure;
    if (!target.question) return undefined;
    const { origin, secrets: named } = target.question;
    const answer = await askPerson(store, target.question);
    store.port.send({ kind: "consent", origin, secrets: named, answer });
    if (answer === "no")
      return {
        code: "consent",
        message: `Nothing was sent to ${origin}, as you decided.`,
        hint: "Connect again and agree, or choose another server.",
        cause: "",
      };
  }
  return {
    code: "failed",
    message: "The preview does not answer.",
    hint: "Load the page again. If that does not help, start the preview anew.",
    cause: "",
  };
}
