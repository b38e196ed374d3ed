import { createContext } from "preact";

/** Titles of the page's views, of which one is shown. */
export const ViewsContext = createContext<readonly string[]>([]);
