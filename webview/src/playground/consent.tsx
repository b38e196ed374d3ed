import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useUniqueId } from "../components/tabs.tsx";
import { translate, translateMessage, translateNodes } from "../language/translate.ts";
import { type PendingConsent, useView } from "./store/playground-store.ts";

/**
 * A dialog that prompts for consent before anything is sent to an origin for the first time. It shows what is sent, the
 * destination, and the file that defines the origin. If the user presses Escape, nothing is sent.
 */
export function ConsentDialog({
  pendingConsent: { request, respond },
}: {
  readonly pendingConsent: PendingConsent;
}): VNode {
  const { channel } = useView("channel");
  const { origin, declaredBy, addresses, secrets, isLocal, warning } = request;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useUniqueId();
  // A layout effect runs immediately, so the next keystroke goes to the dialog.
  useLayoutEffect(() => {
    const focusedElement = document.activeElement;
    const dialogElement = dialog.current;
    dialogElement?.showModal();
    dialogElement?.focus();
    return () => {
      // While the dialog is open, no element outside it can receive the focus.
      dialogElement?.close();
      if (focusedElement instanceof HTMLElement) focusedElement.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dw-try-dialog"
      // No button has the focus at first, because the user may still be holding down the Enter key that activated the
      // Send button.
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        respond("no");
      }}
    >
      <h2 id={`${id}-title`}>
        {channel
          ? translateNodes("Connect to {0}?", <code>{origin}</code>)
          : translateNodes("Send this request to {0}?", <code>{origin}</code>)}
      </h2>
      <div id={`${id}-text`}>
        {warning !== undefined && <p>{translateMessage(warning)}</p>}
        <p>
          {declaredBy === "you"
            ? translate("You entered this URL.")
            : translateNodes("This URL comes from {0}.", <code>{declaredBy}</code>)}{" "}
          {isLocal && translate("The server is on this machine or your local network.")}
        </p>
        <dl class="dw-try-facts">
          <dt>{translate("IP addresses")}</dt>
          <dd>
            {addresses.length > 0 ? addresses.map((each) => <code key={each}>{each}</code>) : translate("unknown")}
          </dd>
          <dt>{translate("Secrets")}</dt>
          <dd>{secrets.length > 0 ? secrets.map((each) => <code key={each}>{each}</code>) : translate("none")}</dd>
        </dl>
      </div>
      <div class="dw-try-answers">
        <button type="button" class="dw-try-send" onClick={() => respond("once")}>
          {translate("Allow once")}
        </button>
        <button type="button" class="dw-button" onClick={() => respond("always")}>
          {translate("Always allow this origin")}
        </button>
        <button type="button" class="dw-button" onClick={() => respond("no")}>
          {channel ? translate("Don’t connect") : translate("Don’t send")}
        </button>
      </div>
    </dialog>
  );
}
