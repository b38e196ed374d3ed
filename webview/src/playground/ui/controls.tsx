import type { VNode } from "preact";
import type { RequestProblem } from "../../../../server/src/core/request/build/build-context.ts";
import { CopyButton, type CopyButtonProps, Glyph } from "../../components/icon.tsx";
import { translate, translateMessage } from "../../language/translate.ts";

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
    <button type="button" class="dw-try-icon" title={title} aria-label={label} disabled={disabled} onClick={onClick}>
      <Glyph name="cross" />
    </button>
  );
}

/** A sentence in which the text between backticks is formatted as code. */
export function Sentence({ text }: { readonly text: string }): VNode {
  const parts = text.split(/`([^`]+)`/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** The maximum length of text that fits next to a field, in UTF-16 code units. */
const maxLength = 160;

/** Returns the first sentence of a description without Markdown formatting. */
export function shortenText(description: string | undefined): string {
  const descriptionText = (description ?? "")
    .slice(0, 2000)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/^#+\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  const [firstSentence = ""] = /^.+?[.。](?=\s+\p{Lu}|$)/u.exec(descriptionText) ?? [descriptionText];
  return firstSentence.length > maxLength
    ? `${firstSentence.slice(0, maxLength).replace(/\s+\S*$/, "")}…`
    : firstSentence;
}

interface FieldProblemsProps {
  readonly problems: readonly RequestProblem[];
  readonly id: string;
  /** Whether to show problems less prominently if they don't prevent sending. */
  readonly isSubdued?: boolean;
}

/** The problems with a field, shown next to the field. */
export function FieldProblems({ problems, id, isSubdued = false }: FieldProblemsProps): VNode | null {
  if (problems.length === 0) return null;
  return (
    <div id={id}>
      {problems.map(({ text, localizedMessage: localizedText, isBlocking }) => (
        <p
          class={isSubdued && !isBlocking ? "dw-try-words" : "dw-try-problem"}
          data-stops={isBlocking || undefined}
          key={text}
        >
          <Sentence text={translateMessage(localizedText)} />
        </p>
      ))}
    </div>
  );
}

/** Whether any of the problems prevents the request from being sent. */
export function hasBlockingProblem(problems: readonly RequestProblem[]): boolean {
  return problems.some(({ isBlocking }) => isBlocking);
}

/** A placeholder for content that is loading, with the same size as the content. */
export function ResponseSkeleton({ rowCount, label }: { readonly rowCount: number; readonly label: string }): VNode {
  return (
    <div class="dw-try-waiting" role="status" aria-label={label}>
      {Array.from({ length: rowCount }, (_, row) => (
        <span key={row} class="dw-try-skeleton" />
      ))}
    </div>
  );
}
