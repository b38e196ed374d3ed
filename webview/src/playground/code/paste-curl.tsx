import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { readCurlIntoValues } from "../../../../server/src/core/request/curl/curl-to-form.ts";
import { translate } from "../../language/translate.ts";
import { useParts, useView } from "../store/playground-store.ts";
import { Sentence } from "../ui/messages.tsx";

/** Fills in the form from a cURL command. */
export function PasteCurl(): VNode {
  const { store } = useParts();
  const { form } = useView("form");
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const take = (): void => {
    if (typeof form !== "object") return;
    const { values, notes } = readCurlIntoValues(text, form);
    if (!values) return setFault(notes.join(" "));
    dialog.current?.close();
    store.fill(() => values);
    store.set({
      notice: {
        text: [translate("Filled in the request from the cURL command."), ...notes].join(" "),
        failed: false,
      },
    });
    setText("");
    setFault(undefined);
  };
  return (
    <>
      <button type="button" class="dw-try-quiet" onClick={() => dialog.current?.showModal()}>
        {translate("Paste cURL…")}
      </button>
      <dialog ref={dialog} class="dw-try-dialog" aria-label={translate("Paste cURL command")}>
        <h2>{translate("Paste cURL command")}</h2>
        <p>{translate("The command only fills in the form. Nothing is run or sent.")}</p>
        <textarea
          class="dw-try-input"
          rows={8}
          aria-label={translate("Command")}
          spellcheck={false}
          placeholder="curl https://api.example.com/users"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p class="dw-try-problem" role="status">
          <Sentence text={fault ?? ""} />
        </p>
        <div class="dw-try-answers">
          <button type="button" class="dw-try-send" disabled={text.trim() === ""} onClick={take}>
            {translate("Fill in")}
          </button>
          <button type="button" class="dw-button" onClick={() => dialog.current?.close()}>
            {translate("Cancel")}
          </button>
        </div>
      </dialog>
    </>
  );
}
