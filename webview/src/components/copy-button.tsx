import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "../paint/page-context.ts";
import { Glyph } from "./icon.tsx";

export interface CopyButtonProps {
  readonly getText: () => string;
  /** The accessible name of the action, such as “Copy the code”. */
  readonly label: string;
  readonly class?: string;
  /** Text shown next to the icon. */
  readonly caption?: string;
  /** Replaces the label and the text after copying. */
  readonly copiedLabel?: string;
}

/** A button that copies its text and shows a confirmation for two seconds. */
export function CopyButton({
  getText,
  label,
  class: className = "dw-copy",
  caption,
  copiedLabel = "Copied",
}: CopyButtonProps): VNode {
  const { onCopy } = usePage();
  const [copyCount, setCopyCount] = useState(0);
  useEffect(() => {
    if (copyCount === 0) return;
    const timer = setTimeout(() => setCopyCount(0), 2000);
    return () => clearTimeout(timer);
  }, [copyCount]);
  const copy = (): void => {
    onCopy(getText());
    setCopyCount((count) => count + 1);
  };
  const currentLabel = copyCount > 0 ? copiedLabel : label;
  return (
    <button
      type="button"
      class={className}
      onClick={copy}
      title={currentLabel}
      aria-label={caption ? undefined : currentLabel}
    >
      <Glyph name={copyCount > 0 ? "check" : "copy"} />
      {caption && <span aria-live="polite">{copyCount > 0 ? copiedLabel : caption}</span>}
    </button>
  );
}
