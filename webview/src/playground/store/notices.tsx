import type { VNode } from "preact";
import { Glyph } from "../../components/icon.tsx";
import { translate, translateNodes } from "../../language/translate.ts";
import { type HostReply, getReplyText } from "../relay/message-relay.ts";
import { CrossButton, Sentence } from "../ui/controls.tsx";
import { type Notice, usePlaygroundContext, useView } from "./playground-store.ts";

/** Notices that users should read before sending, and the result of the last action. */
export function Notices(): VNode {
  const { store } = usePlaygroundContext();
  const { state, form, notice } = useView("state", "form", "notice");
  return (
    <>
      {!state.isTrusted && (
        <p class="dw-try-notice" data-tone="warning">
          <Glyph name="warning" />
          <span>
            {translate(
              "The playground doesn’t send requests from an untrusted workspace, because the workspace’s files determine where requests go. To try the API, trust the workspace.",
            )}
          </span>
        </p>
      )}
      {typeof form === "object" && !form.settings.usesProxy && (
        <p class="dw-try-notice">
          <Glyph name="info" />
          <span>
            {translateNodes(
              "This site sends requests directly from the reader’s browser ({0} is off). Docwright also sends your requests directly and shows what a browser would block.",
              <code>api.playground.proxy</code>,
            )}
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

/** The result of an action, which users can dismiss. */
export function NoticeLine({ notice, onDismiss }: NoticeLineProps): VNode {
  return (
    <p class="dw-try-notice" data-tone={notice.hasFailed ? "danger" : "good"}>
      <Glyph name={notice.hasFailed ? "danger" : "ok"} />
      <span>
        <Sentence text={notice.text} />
      </span>
      <CrossButton title={translate("Dismiss")} label={translate("Dismiss message")} onClick={onDismiss} />
    </p>
  );
}

/** Converts the host's reply into a notice. */
export function getNotice(reply: HostReply | undefined): Notice {
  if (reply?.kind === "playground/done")
    return { text: getReplyText(reply) ?? translate("Done."), hasFailed: reply.failed === true };
  return { text: translate("The preview isn’t responding, so nothing was done."), hasFailed: true };
}
