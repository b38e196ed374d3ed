import type { Session } from "./runner/session.ts";

/** All sessions. Suites should share a session if possible, because starting VS Code takes ten seconds or more. */
export const sessions: readonly Session[] = [
  {
    name: "authoring",
    site: "sample/site",
    // The preview comes last, because its suites add pages to the site.
    suites: ["authoring", "writing", "specification-places", "tour", "server-life", "preview", "preview-sandbox"],
    extension: "development",
  },
  {
    name: "specifications",
    site: "test/editor/specifications",
    suites: ["coverage", "specifications", "comparison", "migration"],
    extension: "development",
  },
  {
    name: "json-service",
    site: "test/editor/json-service",
    suites: ["coverage-empty", "json-service"],
    extension: "development",
  },
  {
    name: "untrusted",
    site: "sample/site",
    suites: ["untrusted"],
    extension: "development",
    settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
  },
  { name: "packaged", site: "sample/site", suites: ["packaged"], extension: "packaged" },
];
