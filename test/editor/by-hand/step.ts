import type { Page } from "playwright-core";

/**
 * A user action in VS Code's window, and its visible result. Each step starts in the state in which the previous step
 * ended.
 */
export type Step = readonly [title: string, take: (page: Page, site: string) => Promise<void>];
