import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownEntry } from "../../../server/src/feedback/view/panel-model.ts";
import { useOwnId } from "../components/use-id.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";

/** What the person makes of an entry, apart from the service's own status. */
export function TriageForm({ entry: { id, triage } }: { readonly entry: ShownEntry }): VNode {
  const store = useStore();
  const say = useSay();
  const name = useOwnId();
  const marks = [
    { mark: "done", word: "done", key: "d", hint: "keyDone" },
    { mark: "later", word: "later", key: "l", hint: "keyLater" },
  ] as const;
  return (
    <section class="dwf-triage" aria-labelledby={name}>
      <h3 id={name}>{say("triage")}</h3>
      <p class="dwf-words">{say("triageWords")}</p>
      <div class="dwf-triage-marks">
        {marks.map(({ mark, word, key, hint }) => (
          <button
            key={mark}
            type="button"
            class="dwf-button"
            aria-pressed={triage.mark === mark}
            aria-keyshortcuts={key}
            title={`${say(hint)} (${key})`}
            onClick={() => store.triage({ mark: triage.mark === mark ? null : mark })}
          >
            {say(word)}
          </button>
        ))}
      </div>
      <label class="dwf-field">
        {say("assigned")}
        <Draft
          key={`assigned ${id}`}
          kind="assigned"
          kept={triage.assigned ?? ""}
          hint={`${say("assignedHint")} (a)`}
          onKeep={(text) => store.triage({ assigned: text.trim() === "" ? null : text.trim() }, id)}
        />
      </label>
      <label class="dwf-field">
        {say("note")}
        <Draft
          key={`note ${id}`}
          kind="note"
          kept={triage.note ?? ""}
          hint={`${say("noteHint")} (n)`}
          onKeep={(text) => store.triage({ note: text.trim() === "" ? null : text }, id)}
        />
      </label>
    </section>
  );
}

interface DraftProps {
  readonly kind: "assigned" | "note";
  readonly kept: string;
  readonly hint: string;
  readonly onKeep: (text: string) => void;
}

/** A text that is kept when the field is left or taken away, or with Enter (in a note with Ctrl); Escape goes back to the list. */
function Draft({ kind, kept, hint, onKeep }: DraftProps): VNode {
  const [draft, setDraft] = useState(kept);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setDraft(kept);
  }, [kept]);
  const latest = useRef({ draft, kept, onKeep });
  latest.current = { draft, kept, onKeep };
  const keep = (): void => {
    const now = latest.current;
    isTyping.current = false;
    if (now.draft !== now.kept) now.onKeep(now.draft);
  };
  // Another entry may be shown while this one is written about.
  useEffect(() => keep, []);
  const props = {
    class: "dwf-input",
    value: draft,
    title: hint,
    placeholder: hint,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      isTyping.current = true;
      setDraft(currentTarget.value);
    },
    onBlur: keep,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || (kind === "note" && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-list]")?.focus();
    },
  };
  return kind === "note" ? (
    <textarea {...props} rows={3} maxLength={20_000} data-note="" />
  ) : (
    <input {...props} type="text" maxLength={200} data-assign="" autocomplete="off" spellcheck={false} />
  );
}
