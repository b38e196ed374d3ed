import type { Page } from "playwright-core";

/** One user action in VS Code's window and its visible result. Each step continues from the previous one. */
export type Step = readonly [title: string, take: (page: Page, site: string) => Promise<void>];
