import type { VNode } from "preact";
import { Glyph } from "../../components/icon.tsx";
import type { Reply } from "../relay/message-relay.ts";
import { Sentence } from "../ui/messages.tsx";
import { type Notice, useParts, useView } from "./playground-store.ts";

/** Notices to read before sending, and the result of the last action. */
export function Notices(): VNode {
  const { store } = useParts();
  const { state, form, notice } = useView("state", "form", "notice");
  return (
    <>
      {!state.trusted && (
        <p class="dw-try-notice" data-tone="warning">
          <Glyph name="warning" />
          <span>
            Nothing is sent from a workspace that you do not trust, because its files say where requests go.
            Trust the workspace to try out its API.
          </span>
        </p>
      )}
      {typeof form === "object" && !form.settings.proxy && (
        <p class="dw-try-notice">
          <Glyph name="info" />
          <span>
            This site sends requests straight from the reader’s browser (<code>api.playground.proxy</code> is
            off). Yours is sent the same way, and you are told what a browser would stop.
          </span>
        </p>
      )}
      <div role="status">
        {notice && <NoticeLine notice={notice} onDismiss={() => store.set({ notice: undefined })} />}
      </div>
    </>
  );
}

interface NoticeLineProps {
  readonly notice: Notice;
  readonly onDismiss: () => void;
}

/** The result of an action, which can be dismissed. */
export function NoticeLine({ notice, onDismiss }: NoticeLineProps): VNode {
  return (
    <p class="dw-try-notice" data-tone={notice.failed ? "danger" : "good"}>
      <Glyph name={notice.failed ? "danger" : "ok"} />
      <span>
        <Sentence text={notice.text} />
      </span>
      <button
        type="button"
        class="dw-try-icon"
        title="Dismiss"
        aria-label="Dismiss this message"
        onClick={onDismiss}
      >
        <Glyph name="cross" />
      </button>
    </p>
  );
}

/** Converts the host's reply into a notice. */
export function noticeOf(reply: Reply | undefined): Notice {
  if (reply?.kind === "playground/done")
    return { text: reply.text ?? "Done.", failed: reply.failed === true };
  return { text: "The preview does not answer. Nothing was done.", failed: true };
}
