import type { Session } from "./runner/session.ts";

/** The editor's starts. Suites that can share one should: a start costs ten seconds and more. */
export const sessions: readonly Session[] = [
  { name: "authoring", site: "sample/site", suites: ["authoring", "tour"], extension: "development" },
  { name: "packaged", site: "sample/site", suites: ["packaged"], extension: "packaged" },
];
