import { createMessage } from "../../core/text/message.ts";

/** Messages about why requests have no result, and what to do. */
export const fileNotInSite = createMessage("This file isn't part of a site.");
export const folderNotSite = createMessage("This folder isn't a site.");
export const fileChanged = createMessage("The file has changed in the meantime. Try again.");
export const specificationNotRead = createMessage(
  "Docwright is still reading the specification. Try again in a moment.",
);
export const editNotSupported = createMessage("This editor can't apply the edit.");
export const fileCreationNotSupported = createMessage("This editor can't create files.");
