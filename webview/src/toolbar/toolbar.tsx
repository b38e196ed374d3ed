import type { VNode } from "preact";
import type { View } from "../host/persisted-state.ts";
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
  { width: 375, mark: "phone", name: "Phone, 375 pixels" },
  { width: 768, mark: "tablet", name: "Tablet, 768 pixels" },
  { width: 1280, mark: "desktop", name: "Desktop, 1280 pixels" },
  { width: 0, mark: "full", name: "Fit to panel" },
];

const appearances: Readonly<
  Record<
    View["appearance"],
    { readonly mark: ToolMarkName; readonly name: string; readonly next: View["appearance"] }
  >
> = {
  site: { mark: "auto", name: "Site default", next: "light" },
  light: { mark: "sun", name: "Light", next: "dark" },
  dark: { mark: "moon", name: "Dark", next: "site" },
};

/** The toolbar above the page: window width, light or dark mode, and audience. Everything below it is the page. */
export function Toolbar({ place, settings, view, host, onView, send, onExport }: ToolbarProps): VNode {
  const appearance = appearances[view.appearance];
  const { locked, compared } = settings;
  return (
    <section class="dwt" aria-label="Preview">
      <div class="dwt-tools" role="toolbar" aria-label="Preview">
        <div class="dwt-group" role="radiogroup" aria-label="Window width">
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
          aria-label={`Appearance: ${appearance.name}`}
          title={`Appearance: ${appearance.name}`}
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
            aria-label="Highlight changes since the last commit"
            title="Highlight changes since the last commit"
            onClick={() => send({ kind: "compare", on: !compared })}
          >
            <ToolMark name="compare" />
          </button>
        )}
        <button
          type="button"
          class="dwt-button"
          aria-label="Copy page as Markdown"
          title="Copy page as Markdown"
          onClick={() => send({ kind: "markdown" })}
        >
          <ToolMark name="copy" />
        </button>
        <button
          type="button"
          class="dwt-button"
          aria-label="Save page as HTML"
          title="Save page as HTML"
          onClick={onExport}
        >
          <ToolMark name="save" />
        </button>
        {locked !== undefined && (
          <button
            type="button"
            class="dwt-button"
            aria-pressed={locked}
            aria-label="Lock preview to this page"
            title={locked ? "Follow the page you’re editing" : "Lock preview to this page"}
            onClick={() => send({ kind: "lock", locked: !locked })}
          >
            <ToolMark name={locked ? "locked" : "unlocked"} />
          </button>
        )}
        {host === "editor" && (
          <button
            type="button"
            class="dwt-button"
            aria-label="Open in browser"
            title="Open in browser"
            onClick={() => send({ kind: "openInBrowser" })}
          >
            <ToolMark name="browser" />
          </button>
        )}
      </div>
    </section>
  );
}
