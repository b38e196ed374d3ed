import type { ComponentChildren, RefObject, VNode } from "preact";
import type { RequestProblem } from "../../../server/src/core/request/build/build-context.ts";
import { useOwnId } from "../components/use-id.ts";
import { ProblemsAt } from "./problems-at.tsx";
import { Sentence, shortWords } from "./sentence.tsx";

interface FieldRowProps {
  readonly name: string;
  /** How it is called where it is read aloud by itself. */
  readonly label: string;
  /** In words: `header, string`. */
  readonly type: string;
  readonly required: boolean;
  /** It is there or it is not: nothing is to be ticked. */
  readonly isAlwaysSent?: boolean;
  readonly deprecated?: boolean;
  readonly description: string | undefined;
  readonly problems?: readonly RequestProblem[];
  /** Whether the person wants it to be sent; what is required always is. */
  readonly sent: boolean;
  readonly onSend?: (sent: boolean) => void;
  /** Behind the name. */
  readonly beside?: ComponentChildren;
  readonly rowRef?: RefObject<HTMLDivElement | null>;
  /** What it is filled in with, given its id and the ids of what is said of it. */
  readonly children: (input: {
    readonly id: string;
    readonly describedBy: string | undefined;
  }) => ComponentChildren;
}

/** One thing of a request to be filled in, a parameter, a part of a form or a header of one: whether it is sent, its name, its value. */
export function FieldRow(props: FieldRowProps): VNode {
  const { name, label, type, required, isAlwaysSent = false, deprecated, problems = [], onSend } = props;
  const { beside, rowRef, children } = props;
  const id = useOwnId();
  const sent = required || props.sent;
  const words = shortWords(props.description);
  const described = [words && `${id}-words`, problems.length > 0 && `${id}-problems`]
    .filter(Boolean)
    .join(" ");
  return (
    <div ref={rowRef ?? null} class="dw-try-field" data-unsent={!sent || undefined}>
      <div class="dw-try-name">
        {required || isAlwaysSent ? (
          <span class="dw-try-tick" aria-hidden="true" />
        ) : (
          <input
            type="checkbox"
            class="dw-try-tick"
            title="Send it"
            aria-label={`Send ${label}`}
            checked={sent}
            onChange={({ currentTarget }) => onSend?.(currentTarget.checked)}
          />
        )}
        <label for={id} data-deprecated={deprecated || undefined}>
          <code>{name}</code>
        </label>
        <span class="dw-try-type">{type}</span>
        {required && <span class="dw-try-required">required</span>}
        {deprecated && <span class="dw-field-deprecated">deprecated</span>}
        {beside}
      </div>
      <div class="dw-try-input-side">
        {children({ id, describedBy: described || undefined })}
        {words && (
          <p class="dw-try-words" id={`${id}-words`}>
            <Sentence text={words} />
          </p>
        )}
        <ProblemsAt problems={problems} id={`${id}-problems`} />
      </div>
    </div>
  );
}
