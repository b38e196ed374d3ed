import type { FromPage, ToPage } from "../protocol.ts";

type Made = Extract<ToPage, { kind: "component" }>;

/** Components that the author has asked to run, by file and name. */
export interface RunningComponents {
  /** Absent until the host has answered. */
  readonly get: (file: string, name: string) => Made | undefined;
  /** The host is asked; `clicked`: by the author, else it answers only what was agreed to before. */
  readonly run: (file: string, name: string, clicked: boolean) => void;
  readonly take: (made: Made) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function runningComponents(send: (message: FromPage) => void): RunningComponents {
  const known = new Map<string, Made>();
  const listeners = new Set<() => void>();
  return {
    get: (file, name) => known.get(`${file} ${name}`),
    run: (file, name, clicked) => send({ kind: "runComponent", file, name, clicked }),
    take: (made) => {
      known.set(`${made.file} ${made.name}`, made);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
