/** Runs a generator of steps to completion and returns its result. */
export function runSteps<Answer>(steps: Generator<void, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
