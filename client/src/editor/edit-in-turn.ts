import { setTimeout as pause } from "node:timers/promises";

/** The maximum time in milliseconds that an edit delays the next one, even if the edit never settles. */
const maxDelay = 15_000;

let lastEdit: Promise<unknown> = Promise.resolve();

/**
 * Calls a function that plans and applies an edit after all earlier calls have finished. Another edit applied between
 * planning and applying would invalidate the ranges of the planned edit. The function must not wait for the user.
 */
export async function editInTurn<T>(edit: () => Promise<T>): Promise<T> {
  const result = lastEdit.then(edit);
  lastEdit = Promise.race([result.catch(() => undefined), pause(maxDelay)]);
  return result;
}
