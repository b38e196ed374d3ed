import type { VNode } from "preact";
import { CopyButton, type CopyButtonProps } from "../../components/copy-button.tsx";
import { Glyph } from "../../components/icon.tsx";
import { translate } from "../../language/translate.ts";

/**
 * A copy button for a control. Unlike the labels of the page's copy buttons, its label is in the language of the editor
 * or browser.
 */
export function CopyControl(props: CopyButtonProps): VNode {
  return <CopyButton {...props} copiedLabel={translate("Copied")} />;
}

interface CrossButtonProps {
  readonly title: string;
  /** The accessible name, which describes what is removed or closed. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A small button with a cross that closes, clears, or removes something. */
export function CrossButton({ title, label, disabled, onClick }: CrossButtonProps): VNode {
  return (
    <button
      type="button"
      class="dw-try-icon"
      title={title}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Glyph name="cross" />
    </button>
  );
}
