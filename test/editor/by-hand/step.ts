import type { Page } from "playwright-core";

/** One thing that a person does in the editor's window, and what they see of it; each goes on from the one before. */
export type Step = readonly [title: string, take: (page: Page, site: string) => Promise<void>];
