import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useOutsideClick } from "../components/popup.ts";
import { translate } from "../language/translate.ts";
import type { PageSettings, Reader } from "../protocol.ts";

/** The icons of the toolbar's buttons (16 × 16 pixels), drawn in the text color. */
const iconPaths = {
  phone: "M5 2h6a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1ZM7 12h2",
  tablet: "M4 1.5h8a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7 12.5h2",
  desktop: "M2 3h12a.5.5 0 0 1 .5.5v7a.5.5 0 0 1-.5.5H2a.5.5 0 0 1-.5-.5v-7A.5.5 0 0 1 2 3ZM5.5 13.5h5M8 11v2.5",
  full: "M1.5 8h13M4.5 5l-3 3 3 3M11.5 5l3 3-3 3",
  auto: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 2v12M8 5.5h4.6M8 8h6M8 10.5h4.8",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1",
  moon: "M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3Z",
  reader: "M8 7.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM2.8 14c.4-2.8 2.5-4.4 5.2-4.4s4.8 1.6 5.2 4.4",
  agent: "M3 5.5h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM8 5.5V3M8 2.6v.1M5.5 9v1M10.5 9v1",
  locked:
    "M4 7.5h8a.8.8 0 0 1 .8.8v5a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8v-5a.8.8 0 0 1 .8-.8ZM5.2 7.5V5a2.8 2.8 0 0 1 5.6 0v2.5",
  unlocked:
    "M4 7.5h8a.8.8 0 0 1 .8.8v5a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8v-5a.8.8 0 0 1 .8-.8ZM5.2 7.5V5a2.8 2.8 0 0 1 5.4-1",
  browser: "M7 3H3.5a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1H12a1 1 0 0 0 1-1V9M9.5 2.5h4v4M13.2 2.8 7.5 8.5",
  compare: "M6.5 2.5H3.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M9.5 2.5h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-3M8 1.5v13",
  save: "M8 2v8M5 7.2 8 10.2l3-3M2.5 11v2a.8.8 0 0 0 .8.8h9.4a.8.8 0 0 0 .8-.8v-2",
  copy: "M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z",
  down: "M5 6.5 8 9.5l3-3",
  more: "M3 8h1M7.5 8h1M12 8h1",
} as const;

export type ToolIconName = keyof typeof iconPaths;

export function ToolIcon({ name }: { readonly name: ToolIconName }): VNode {
  return (
    <svg class="dwt-mark" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={iconPaths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.2"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}

interface ToolbarMenuProps {
  /** The accessible name of the menu, which is also the tooltip of the button. */
  readonly name: string;
  readonly button: ComponentChildren;
  /** The accessible name of the button. By default, this is the text of the button. */
  readonly label?: string;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A toolbar button that opens a menu. Pressing Escape or clicking elsewhere closes the menu. */
export function ToolbarMenu({ name, button, label, children }: ToolbarMenuProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useOutsideClick(root, isOpen, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
  return (
    <div ref={root} class="dwt-menu-place">
      <button
        type="button"
        class="dwt-button"
        aria-expanded={isOpen}
        aria-haspopup="true"
        aria-label={label}
        title={name}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div class="dwt-menu" role="group" aria-label={name}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly type: "radio" | "checkbox";
  /** The name of the group that a radio button belongs to. */
  readonly group?: string;
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A choice in a menu. */
export function Choice({ type, group, label, checked, disabled, onChange }: ChoiceProps): VNode {
  return (
    <label class="dwt-choice" data-disabled={disabled || undefined}>
      <input
        type={type}
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface AudienceMenuProps {
  readonly settings: PageSettings;
  readonly onChange: (audience: Reader) => void;
}

/**
 * A menu for selecting the audience: a person or an agent, signed in or not, and the groups that the audience belongs
 * to.
 */
export function AudienceMenu({ settings: { audience, groups }, onChange }: AudienceMenuProps): VNode {
  const updateReader = (change: Partial<Reader>): void => onChange({ ...audience, ...change });
  return (
    <ToolbarMenu
      name={translate("View as")}
      button={
        <>
          <ToolIcon name={audience.reader === "agent" ? "agent" : "reader"} />
          <span class="dwt-label">{formatAudience(audience)}</span>
          <ToolIcon name="down" />
        </>
      }
    >
      {() => (
        <>
          <Choice
            type="radio"
            group="dwt-reader"
            label={translate("Person")}
            checked={audience.reader === "human"}
            onChange={() => updateReader({ reader: "human" })}
          />
          <Choice
            type="radio"
            group="dwt-reader"
            label={translate("AI agent")}
            checked={audience.reader === "agent"}
            onChange={() => updateReader({ reader: "agent" })}
          />
          <hr class="dwt-rule" />
          <Choice
            type="checkbox"
            label={translate("Signed in")}
            checked={audience.signedIn}
            onChange={(isSignedIn) => updateReader({ signedIn: isSignedIn })}
          />
          {groups.map((group) => (
            <Choice
              key={group}
              type="checkbox"
              label={translate("Group: {0}", group)}
              disabled={!audience.signedIn}
              checked={audience.signedIn && audience.groups.includes(group)}
              onChange={(isSelected) =>
                updateReader({
                  groups: isSelected
                    ? [...audience.groups, group].sort()
                    : audience.groups.filter((name) => name !== group),
                })
              }
            />
          ))}
        </>
      )}
    </ToolbarMenu>
  );
}

function formatAudience({ reader, signedIn, groups }: Reader): string {
  const readerName = reader === "agent" ? translate("AI agent") : translate("Person");
  if (!signedIn) return readerName;
  return groups.length === 0 ? translate("{0}, signed in", readerName) : `${readerName}, ${groups.join(", ")}`;
}
