import type { RefObject, VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { fillJson, fillText } from "../../../../server/src/core/request/build/build-context.ts";
import type { ChannelForm, MessageForm } from "../../../../server/src/core/request/channel.ts";
import type { MediaTypeForm } from "../../../../server/src/core/request/form/request-form.ts";
import { isJsonType } from "../../../../server/src/core/request/media/encoding.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { TextBody } from "../body/body-panel.tsx";
import { useView } from "../store/playground-store.ts";
import { type Conversation, useConversation } from "./conversation.ts";

interface MessagePanelProps {
  readonly channel: ChannelForm;
  readonly conversation: Conversation;
  /** A ref to a function that sends the message. The keyboard shortcut calls this function. */
  readonly submitRef: RefObject<(() => void) | undefined>;
}

/** Whether to use the names of modifier keys on Apple platforms. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const sendShortcutLabel = isMac ? "⌘↵" : "Ctrl+Enter";

/** The message to send, which is based on a message in the specification or written from scratch. */
export function MessagePanel({ channel, conversation, submitRef }: MessagePanelProps): VNode {
  const { state } = useView("state");
  const { phase } = useConversation(conversation);
  const templates = channel.messages.filter(({ direction }) => direction !== "receive");
  const [chosenIndex, choose] = useState(0);
  const [usesCustomMessage, setUsesCustomMessage] = useState(false);
  const message = templates[chosenIndex];
  const [text, setText] = useState(message?.text ?? "");
  const latestTextRef = useRef(text);
  latestTextRef.current = text;
  const setBodyText = (newText: string): void => {
    latestTextRef.current = newText;
    setText(newText);
  };
  const mediaType = useMemo(() => getMediaType(message), [message]);
  const id = useUniqueId();
  const isOpen = phase === "open";
  const sendMessage = (): void => {
    const environment = state.environments.find(({ name }) => name === state.environment);
    const fill = mediaType.kind === "json" ? fillJson : fillText;
    const filledText = fill(latestTextRef.current, environment?.variables ?? {}, () => undefined);
    void conversation.send(filledText, message?.id);
  };
  submitRef.current = sendMessage;
  if (templates.length === 0 && !usesCustomMessage)
    return (
      <section class="dw-try-section dw-channel-message">
        <p class="dw-try-words">
          {translate(
            "The specification doesn’t define any messages to send on this channel. You can only receive messages.",
          )}{" "}
          <button type="button" class="dw-try-quiet" onClick={() => setUsesCustomMessage(true)}>
            {translate("Send a message anyway")}
          </button>
        </p>
      </section>
    );
  return (
    <section class="dw-try-section dw-channel-message">
      <header class="dw-try-section-head">
        <h2 class="dw-try-title" id={id}>
          {translate("Message")}
        </h2>
        <select
          class="dw-try-select"
          aria-labelledby={id}
          value={String(message ? chosenIndex : -1)}
          onChange={({ currentTarget }) => {
            const templateIndex = Number(currentTarget.value);
            choose(templateIndex);
            setBodyText(templates[templateIndex]?.text ?? latestTextRef.current);
          }}
        >
          {templates.map(({ id: key, title }, index) => (
            <option key={key} value={String(index)}>
              {title}
            </option>
          ))}
          <option value="-1">{translate("Custom message")}</option>
        </select>
        {message && message.examples.length > 1 && (
          <select
            class="dw-try-examples"
            aria-label={translate("Examples for this message")}
            value=""
            onChange={({ currentTarget }) => {
              const example = message.examples[Number(currentTarget.value)];
              if (currentTarget.value !== "" && example) setBodyText(formatExample(example.value, mediaType.kind));
              currentTarget.value = "";
            }}
          >
            <option value="">{translate("Examples…")}</option>
            {message.examples.map(({ name, summary }, index) => (
              <option key={index} value={String(index)}>
                {summary ?? (name || translate("Example {0}", index + 1))}
              </option>
            ))}
          </select>
        )}
      </header>
      <TextBody
        mediaType={mediaType}
        schemas={channel.schemas}
        text={text}
        onChange={setBodyText}
        getLatest={() => latestTextRef.current}
      />
      <p class="dw-try-foot">
        <span class="dw-try-words">{isOpen ? "" : translate("To send the message, connect first.")}</span>
        <button
          type="button"
          class="dw-try-send"
          title={translate("Send ({0})", sendShortcutLabel)}
          aria-keyshortcuts={isMac ? "Meta+Enter" : "Control+Enter"}
          aria-disabled={!isOpen}
          onClick={() => isOpen && sendMessage()}
        >
          {translate("Send")}
        </button>
      </p>
    </section>
  );
}

/** Adapts a message for the body editor. */
function getMediaType(message: MessageForm | undefined): MediaTypeForm {
  const mediaType = message?.contentType ?? "application/json";
  return {
    type: mediaType,
    kind: isJsonType(mediaType) ? "json" : "text",
    schema: message?.schema,
    encoding: {},
    examples: message?.examples ?? [],
    text: message?.text ?? "",
    fields: [],
  };
}

function formatExample(value: unknown, kind: MediaTypeForm["kind"]): string {
  return kind !== "json" && typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
