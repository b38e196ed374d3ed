import type { VNode } from "preact";
import type { RequestProblem } from "../../../server/src/core/request/build/build-context.ts";
import { Sentence } from "./sentence.tsx";

interface ProblemsAtProps {
  readonly problems: readonly RequestProblem[];
  readonly id: string;
  /** What stops nothing is said without raising the voice. */
  readonly isQuiet?: boolean;
}

/** What is wrong with a field, beside it. */
export function ProblemsAt({ problems, id, isQuiet = false }: ProblemsAtProps): VNode | null {
  if (problems.length === 0) return null;
  return (
    <div id={id}>
      {problems.map(({ text, stops }) => (
        <p
          class={isQuiet && !stops ? "dw-try-words" : "dw-try-problem"}
          data-stops={stops || undefined}
          key={text}
        >
          <Sentence text={text} />
        </p>
      ))}
    </div>
  );
}

/** Whether what is wrong keeps the request from being sent. */
export function isStopped(problems: readonly RequestProblem[]): boolean {
  return problems.some(({ stops }) => stops);
}
