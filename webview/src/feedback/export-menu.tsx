import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { MenuChip } from "./chips.tsx";
import { useTranslate } from "./language.ts";
import { usePanelStore } from "./panel-context.ts";

const formats = [
  { format: "csv", word: "asCsv" },
  { format: "json", word: "asJson" },
  { format: "markdown", word: "asMarkdown" },
] as const;

/** Exports the listed entries. Reader email addresses are masked unless the author chooses otherwise, each time. */
export function ExportMenu({ entries }: { readonly entries: number }): VNode {
  const translate = useTranslate();
  return (
    <MenuChip kind="button" label={translate("export")} side="right">
      {(close) => <Choices entries={entries} close={close} />}
    </MenuChip>
  );
}

function Choices({ entries, close }: { readonly entries: number; readonly close: () => void }): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const [withContacts, setWithContacts] = useState(false);
  return (
    <>
      <p class="dwf-words">{translate("exportWords", entries)}</p>
      <label class="dwf-choice">
        <input
          type="checkbox"
          checked={withContacts}
          onChange={({ currentTarget: { checked } }) => setWithContacts(checked)}
        />
        <span class="dwf-choice-name">{translate("exportContacts")}</span>
      </label>
      <p class="dwf-words">{translate("exportContactsWords")}</p>
      {formats.map(({ format, word }) => (
        <button
          key={format}
          type="button"
          class="dwf-choice"
          onClick={() => {
            store.send({ kind: "export", format, withContacts });
            close();
          }}
        >
          {translate(word)}
        </button>
      ))}
    </>
  );
}
