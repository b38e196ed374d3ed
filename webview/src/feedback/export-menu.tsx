import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { MenuChip } from "./chips.tsx";
import { translate } from "../language/translate.ts";
import { usePanelStore } from "./panel-context.ts";

const exportFormats = [
  { format: "csv", label: translate("Save as CSV") },
  { format: "json", label: translate("Save as JSON") },
  { format: "markdown", label: translate("Save as Markdown") },
] as const;

/** Exports the listed entries. Reader email addresses are masked unless the author chooses otherwise, each time. */
export function ExportMenu({ entries }: { readonly entries: number }): VNode {
  return (
    <MenuChip kind="button" label={translate("Export")} side="right">
      {(close) => <Choices entries={entries} close={close} />}
    </MenuChip>
  );
}

function Choices({ entries, close }: { readonly entries: number; readonly close: () => void }): VNode {
  const store = usePanelStore();
  const [withContacts, setWithContacts] = useState(false);
  return (
    <>
      <p class="dwf-words">
        {translate({ one: "{0} entry, as listed", other: "{0} entries, as listed" }, entries)}
      </p>
      <label class="dwf-choice">
        <input
          type="checkbox"
          checked={withContacts}
          onChange={({ currentTarget: { checked } }) => setWithContacts(checked)}
        />
        <span class="dwf-choice-name">{translate("Include email addresses")}</span>
      </label>
      <p class="dwf-words">{translate("Otherwise, they’re masked, for example, a…@example.com.")}</p>
      {exportFormats.map(({ format, label }) => (
        <button
          key={format}
          type="button"
          class="dwf-choice"
          onClick={() => {
            store.send({ kind: "export", format, withContacts });
            close();
          }}
        >
          {label}
        </button>
      ))}
    </>
  );
}
