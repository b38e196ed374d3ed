import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useOwnId } from "../components/use-id.ts";
import { useSay, type PanelWord } from "./panel-words.ts";

const keys: readonly (readonly [keys: readonly string[], word: PanelWord])[] = [
  [["j", "↓"], "keyNext"],
  [["k", "↑"], "keyPrevious"],
  [["←", "→"], "keyFold"],
  [["d"], "keyDone"],
  [["l"], "keyLater"],
  [["a"], "keyAssign"],
  [["n"], "keyNote"],
  [["o"], "keyOpen"],
  [["/"], "keySearch"],
  [["Esc"], "keyEscape"],
  [["?"], "keyHelp"],
];

/** What each key does. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useOwnId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dwf-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{say("help")}</h2>
      <dl>
        {keys.map(([names, word]) => (
          <div key={word}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="dwf-button" onClick={() => dialog.current?.close()}>
        {say("close")}
      </button>
    </dialog>
  );
}
