import type { VNode } from "preact";
import type { View } from "../host/persisted-state.ts";
import { translate } from "../language/translate.ts";
import type { FromPage, HostInfo, PagePlace, PageSettings } from "../protocol.ts";
import { AudienceMenu, ToolMark, type ToolMarkName } from "./audience-menu.tsx";

export interface ToolbarProps {
  readonly place: PagePlace;
  readonly settings: PageSettings;
  readonly view: View;
  readonly host: HostInfo["kind"];
  readonly onView: (view: View) => void;
  readonly send: (message: FromPage) => void;
  /** Saves the page as one HTML file. */
  readonly onExport: () => void;
}

const widths: readonly { readonly width: number; readonly mark: ToolMarkName; readonly name: string }[] = [
  { width: 375, mark: "phone", name: translate("Phone, 375 pixels") },
  { width: 768, mark: "tablet", name: translate("Tablet, 768 pixels") },
  { width: 1280, mark: "desktop", name: translate("Desktop, 1280 pixels") },
  { width: 0, mark: "full", name: translate("Fit to panel") },
];

const appearances: Readonly<
  Record<
    View["appearance"],
    { readonly mark: ToolMarkName; readonly name: string; readonly next: View["appearance"] }
  >
> = {
  site: { mark: "auto", name: translate("Site default"), next: "light" },
  light: { mark: "sun", name: translate("Light"), next: "dark" },
  dark: { mark: "moon", name: translate("Dark"), next: "site" },
};

/** The toolbar above the page: window width, light or dark mode, and audience. Everything below it is the page. */
export function Toolbar({ place, settings, view, host, onView, send, onExport }: ToolbarProps): VNode {
  const appearance = appearances[view.appearance];
  const { locked, compared } = settings;
  return (
    <section class="dwt" aria-label={translate("Preview")}>
      <div class="dwt-tools" role="toolbar" aria-label={translate("Preview")}>
        <div class="dwt-group" role="radiogroup" aria-label={translate("Window width")}>
          {widths.map(({ width, mark, name }) => (
            <button
              key={width}
              type="button"
              role="radio"
              class="dwt-button"
              aria-checked={view.width === width}
              aria-label={name}
              title={name}
              onClick={() => onView({ ...view, width })}
            >
              <ToolMark name={mark} />
            </button>
          ))}
        </div>
        <button
          type="button"
          class="dwt-button"
          aria-label={translate("Appearance: {0}", appearance.name)}
          title={translate("Appearance: {0}", appearance.name)}
          onClick={() => onView({ ...view, appearance: appearance.next })}
        >
          <ToolMark name={appearance.mark} />
        </button>
        <AudienceMenu settings={settings} onChange={(audience) => send({ kind: "audience", audience })} />
        <span class="dwt-address" title={place.file}>
          {place.url ?? place.file ?? ""}
        </span>
        {compared !== undefined && (
          <button
            type="button"
            class="dwt-button"
            aria-pressed={compared}
            aria-label={translate("Highlight changes since the last commit")}
            title={translate("Highlight changes since the last commit")}
            onClick={() => send({ kind: "compare", on: !compared })}
          >
            <ToolMark name="compare" />
          </button>
        )}
        <button
          type="button"
          class="dwt-button"
          aria-label={translate("Copy page as Markdown")}
          title={translate("Copy page as Markdown")}
          onClick={() => send({ kind: "markdown" })}
        >
          <ToolMark name="copy" />
        </button>
        <button
          type="button"
          class="dwt-button"
          aria-label={translate("Save page as HTML")}
          title={translate("Save page as HTML")}
          onClick={onExport}
        >
          <ToolMark name="save" />
        </button>
        {locked !== undefined && (
          <button
            type="button"
            class="dwt-button"
            aria-pressed={locked}
            aria-label={translate("Lock preview to this page")}
            title={
              locked ? translate("Follow the page you’re editing") : translate("Lock preview to this page")
            }
            onClick={() => send({ kind: "lock", locked: !locked })}
          >
            <ToolMark name={locked ? "locked" : "unlocked"} />
          </button>
        )}
        {host === "editor" && (
          <button
            type="button"
            class="dwt-button"
            aria-label={translate("Open in browser")}
            title={translate("Open in browser")}
            onClick={() => send({ kind: "openInBrowser" })}
          >
            <ToolMark name="browser" />
          </button>
        )}
      </div>
    </section>
  );
}
