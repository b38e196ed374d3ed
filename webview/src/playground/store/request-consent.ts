import type {
  ConsentReply,
  ConsentRequest,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate } from "../../language/translate.ts";
import type { Reply } from "../relay/message-relay.ts";
import type { Notice, PlaygroundStore } from "./playground-store.ts";

/** Prompts the user in a dialog of the page. */
export function promptUser(store: PlaygroundStore, question: ConsentRequest): Promise<ConsentReply> {
  return new Promise((resolve) => {
    store.set({
      consent: {
        question,
        answer: (answer) => {
          store.set({ consent: undefined });
          resolve(answer);
        },
      },
    });
  });
}

/** Requests an action from the host, which may need consent for the URL first. Resolves to the result. */
export async function requestConsentFor(
  store: PlaygroundStore,
  act: () => Promise<Reply | undefined>,
): Promise<Notice> {
  for (let times = 0; times < 3; times++) {
    const reply = await act();
    if (reply?.kind === "playground/done")
      return { text: reply.text ?? translate("Done."), failed: reply.failed === true };
    if (reply?.kind !== "relay/target") break;
    if (reply.failure) return { text: `${reply.failure.message} ${reply.failure.hint}`, failed: true };
    if (!reply.question) break;
    const { origin, secrets } = reply.question;
    const answer = await promptUser(store, reply.question);
    store.port.send({ kind: "relay/consent", origin, secrets, answer });
    if (answer === "no")
      return { text: translate("You didn’t allow {0}, so nothing was sent.", origin), failed: true };
  }
  return { text: translate("The preview isn’t responding, so nothing was done."), failed: true };
}
