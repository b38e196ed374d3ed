import { setTimeout as pause } from "node:timers/promises";

/** The maximum time in milliseconds that an edit delays the next one, in case it never settles. */
const maxDelay = 15_000;

let lastEdit: Promise<unknown> = Promise.resolve();

/**
 * Calls a function that plans and applies an edit, after all earlier calls are done. If another edit were applied
 * between planning and applying, the ranges of the planned edit would be wrong. The function must not wait for the
 * user.
 */
export async function editInTurn<T>(edit: () => Promise<T>): Promise<T> {
  const result = lastEdit.then(edit);
  lastEdit = Promise.race([result.catch(() => undefined), pause(maxDelay)]);
  return result;
}
