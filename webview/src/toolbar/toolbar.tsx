import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewSettings } from "../host/persisted-state.ts";
import { translate } from "../language/translate.ts";
import type { FromPage, HostInfo, PreviewLocation, PageSettings } from "../protocol.ts";
import { AudienceMenu, Choice, ToolbarMenu, ToolIcon, type ToolIconName } from "./toolbar-menu.tsx";

export interface ToolbarProps {
  readonly location: PreviewLocation;
  readonly settings: PageSettings;
  readonly view: ViewSettings;
  readonly host: HostInfo["kind"];
  readonly onView: (view: ViewSettings) => void;
  readonly send: (message: FromPage) => void;
  /** Saves the page as one HTML file. */
  readonly onExport: () => void;
}

const viewWidths: readonly { readonly width: number; readonly icon: ToolIconName; readonly name: string }[] = [
  { width: 375, icon: "phone", name: translate("Phone, 375 pixels") },
  { width: 768, icon: "tablet", name: translate("Tablet, 768 pixels") },
  { width: 1280, icon: "desktop", name: translate("Desktop, 1280 pixels") },
  { width: 0, icon: "full", name: translate("Fit to panel") },
];

const appearances: Readonly<
  Record<
    ViewSettings["appearance"],
    { readonly icon: ToolIconName; readonly name: string; readonly next: ViewSettings["appearance"] }
  >
> = {
  site: { icon: "auto", name: translate("Site default"), next: "light" },
  light: { icon: "sun", name: translate("Light"), next: "dark" },
  dark: { icon: "moon", name: translate("Dark"), next: "site" },
};

/** A tool that is either a button in the toolbar or an item in its menu. */
interface Tool {
  readonly icon: ToolIconName;
  readonly name: string;
  /** The tooltip of the button, if it's different from the name. */
  readonly title?: string;
  readonly isPressed?: boolean;
  readonly run: () => void;
}

/**
 * The toolbar above the page, which authors use to select the window width, light or dark mode, and the audience.
 * Everything below the toolbar is the page.
 */
export function Toolbar(props: ToolbarProps): VNode {
  const { location, settings, send } = props;
  const isNarrow = useNarrowWindow();
  const tools = listTools(props);
  return (
    <section class="dwt" aria-label={translate("Preview")}>
      <div class="dwt-tools" role="toolbar" aria-label={translate("Preview")}>
        {!isNarrow && <ViewButtons {...props} />}
        <AudienceMenu settings={settings} onChange={(audience) => send({ kind: "audience", audience })} />
        <span class="dwt-address" title={location.file}>
          {location.url ?? location.file ?? ""}
        </span>
        {isNarrow ? (
          <OverflowMenu {...props} tools={tools} />
        ) : (
          tools.map(({ icon, name, title = name, isPressed, run }) => (
            <button
              key={name}
              type="button"
              class="dwt-button"
              aria-pressed={isPressed}
              aria-label={name}
              title={title}
              onClick={run}
            >
              <ToolIcon name={icon} />
            </button>
          ))
        )}
      </div>
    </section>
  );
}

function listTools({ settings: { isLocked, isCompared }, host, send, onExport }: ToolbarProps): readonly Tool[] {
  return [
    ...(isCompared === undefined
      ? []
      : [
          {
            icon: "compare",
            name: translate("Highlight changes since the last commit"),
            isPressed: isCompared,
            run: () => send({ kind: "compare", on: !isCompared }),
          } as const,
        ]),
    { icon: "copy", name: translate("Copy page as Markdown"), run: () => send({ kind: "markdown" }) },
    { icon: "save", name: translate("Save page as HTML"), run: onExport },
    ...(isLocked === undefined
      ? []
      : [
          {
            icon: isLocked ? "locked" : "unlocked",
            name: translate("Lock preview to this page"),
            ...(isLocked && { title: translate("Follow the page you’re editing") }),
            isPressed: isLocked,
            run: () => send({ kind: "lock", locked: !isLocked }),
          } as const,
        ]),
    ...(host === "editor"
      ? [
          {
            icon: "browser",
            name: translate("Open in browser"),
            run: () => send({ kind: "openInBrowser" }),
          } as const,
        ]
      : []),
  ];
}

type ViewProps = Pick<ToolbarProps, "view" | "onView">;

function ViewButtons({ view, onView }: ViewProps): VNode {
  const appearance = appearances[view.appearance];
  return (
    <>
      <div class="dwt-group" role="radiogroup" aria-label={translate("Window width")}>
        {viewWidths.map(({ width, icon, name }) => (
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
            <ToolIcon name={icon} />
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
        <ToolIcon name={appearance.icon} />
      </button>
    </>
  );
}

/**
 * In a narrow window, this menu contains everything that doesn't fit in the toolbar. Its items have labels.
 */
function OverflowMenu({ view, onView, tools }: ViewProps & { readonly tools: readonly Tool[] }): VNode {
  const name = translate("More actions");
  return (
    <ToolbarMenu name={name} label={name} button={<ToolIcon name="more" />}>
      {(close) => (
        <>
          <fieldset class="dwt-choices">
            <legend>{translate("Window width")}</legend>
            {viewWidths.map(({ width, name: label }) => (
              <Choice
                key={width}
                type="radio"
                group="dwt-width"
                label={label}
                checked={view.width === width}
                onChange={() => onView({ ...view, width })}
              />
            ))}
          </fieldset>
          <fieldset class="dwt-choices">
            <legend>{translate("Appearance")}</legend>
            {(["site", "light", "dark"] as const).map((appearance) => (
              <Choice
                key={appearance}
                type="radio"
                group="dwt-appearance"
                label={appearances[appearance].name}
                checked={view.appearance === appearance}
                onChange={() => onView({ ...view, appearance })}
              />
            ))}
          </fieldset>
          <hr class="dwt-rule" />
          {tools.map(({ icon, name: label, isPressed, run }) => (
            <button
              key={label}
              type="button"
              class="dwt-choice"
              aria-pressed={isPressed}
              onClick={() => {
                close();
                run();
              }}
            >
              <ToolIcon name={icon} />
              <span>{label}</span>
            </button>
          ))}
        </>
      )}
    </ToolbarMenu>
  );
}

/** Whether the window is too narrow for all of the toolbar's buttons. */
function useNarrowWindow(): boolean {
  const [query] = useState(() => matchMedia("(max-width: 440px)"));
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const updateIsNarrow = (): void => setNarrow(query.matches);
    updateIsNarrow();
    query.addEventListener("change", updateIsNarrow);
    return () => query.removeEventListener("change", updateIsNarrow);
  }, [query]);
  return isNarrow;
}
