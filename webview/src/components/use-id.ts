import { useState } from "preact/hooks";

let last = 0;

/** A name for an element that others speak of (`aria-controls`); no author's id has it. */
export function useOwnId(): string {
  const [id] = useState(() => `dw-${++last}`);
  return id;
}
