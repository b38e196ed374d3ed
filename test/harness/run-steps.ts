/** What a generator of steps answers at its end. */
export function runSteps<Answer>(steps: Generator<void, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
