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
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    onCopy(getText());
    setCopied((count) => count + 1);
  };
  const currentLabel = copied > 0 ? copiedLabel : label;
  return (
    <button
      type="button"
      class={className}
      onClick={copy}
      title={currentLabel}
      aria-label={caption ? undefined : currentLabel}
    >
      <Glyph name={copied > 0 ? "check" : "copy"} />
      {caption && <span aria-live="polite">{copied > 0 ? copiedLabel : caption}</span>}
    </button>
  );
}
