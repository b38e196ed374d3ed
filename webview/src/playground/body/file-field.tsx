import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ChosenFile } from "../../../../server/src/core/request/form/request-values.ts";
import { Glyph } from "../../components/icon.tsx";
import { translate } from "../../language/translate.ts";
import { useParts } from "../store/playground-store.ts";
import { formatSize } from "../ui/format.ts";

interface FileFieldProps {
  readonly files: readonly ChosenFile[];
  readonly many: boolean;
  readonly label: string;
  readonly onChange: (files: readonly ChosenFile[]) => void;
  readonly id?: string;
}

/** Files chosen in the dialog of VS Code or the browser. */
export function FileField({ files, many, label, onChange, id }: FileFieldProps): VNode {
  const { relay } = useParts();
  const [fault, setFault] = useState<string>();
  const [isTaking, setTaking] = useState(false);
  const words = many
    ? translate("Add files…")
    : files.length > 0
      ? translate("Choose another file…")
      : translate("Choose file…");
  const choose = async (): Promise<void> => {
    setFault(undefined);
    setTaking(true);
    const taken = await relay.takeFiles(many);
    setTaking(false);
    if (typeof taken === "string") setFault(taken);
    else if (taken) onChange(many ? [...files, ...taken] : taken.slice(0, 1));
  };
  return (
    <div class="dw-try-files">
      {files.map((file, index) => (
        <span class="dw-try-file" key={file.fileRef}>
          <Glyph name="file" />
          <span>{file.name}</span>
          <span class="dw-try-type">{formatSize(file.size)}</span>
          <button
            type="button"
            class="dw-try-icon"
            title={translate("Remove")}
            aria-label={translate("Remove {0}", file.name)}
            onClick={() => onChange(files.toSpliced(index, 1))}
          >
            <Glyph name="cross" />
          </button>
        </span>
      ))}
      <button
        type="button"
        class="dw-button"
        id={id}
        // Not disabled, so the button keeps the keyboard focus.
        aria-busy={isTaking}
        aria-label={translate("{0} for {1}", words, label)}
        onClick={() => {
          if (!isTaking) void choose();
        }}
      >
        {words}
      </button>
      {fault !== undefined && (
        <p class="dw-try-problem" role="status">
          {fault}
        </p>
      )}
    </div>
  );
}
