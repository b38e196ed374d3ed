import type { FromPage, HostFacts, PagePlace } from "../protocol.ts";
import { htmlFileName, pageAsHtml } from "./page-as-html.ts";

/** Saves what is shown as one HTML file: the editor asks where, a browser puts it where it puts downloads. */
export function savePage(
  shown: HTMLElement | null,
  place: PagePlace,
  host: HostFacts["kind"],
  send: (message: FromPage) => void,
): void {
  if (!shown) return;
  const text = pageAsHtml(shown, place.title);
  const name = htmlFileName(place.url ?? place.file ?? "");
  if (host === "editor") return send({ kind: "save", name, text });
  const address = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
