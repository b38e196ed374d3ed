import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageSettings, Reader } from "../protocol.ts";
import { ToolMark } from "./tool-mark.tsx";

interface AudienceMenuProps {
  readonly settings: PageSettings;
  readonly onChange: (audience: Reader) => void;
}

/** Who reads: a person or an agent, signed in or not, in which groups. */
export function AudienceMenu({ settings: { audience, groups }, onChange }: AudienceMenuProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useCloseOutside(root, isOpen, () => setOpen(false));
  const set = (change: Partial<Reader>): void => onChange({ ...audience, ...change });
  return (
    <div ref={root} class="dwt-menu-place">
      <button
        type="button"
        class="dwt-button dwt-button-wide"
        aria-expanded={isOpen}
        aria-haspopup="true"
        title="Who reads"
        onClick={() => setOpen(!isOpen)}
      >
        <ToolMark name={audience.reader === "agent" ? "agent" : "reader"} />
        <span class="dwt-label">{nameOf(audience)}</span>
        <ToolMark name="down" />
      </button>
      {isOpen && (
        <div class="dwt-menu" role="group" aria-label="Who reads">
          <Choice
            type="radio"
            label="A person"
            checked={audience.reader === "human"}
            onChange={() => set({ reader: "human" })}
          />
          <Choice
            type="radio"
            label="An AI agent"
            checked={audience.reader === "agent"}
            onChange={() => set({ reader: "agent" })}
          />
          <hr class="dwt-rule" />
          <Choice
            type="checkbox"
            label="Signed in"
            checked={audience.signedIn}
            onChange={(signedIn) => set({ signedIn })}
          />
          {groups.map((group) => (
            <Choice
              key={group}
              type="checkbox"
              label={`Group ${group}`}
              disabled={!audience.signedIn}
              checked={audience.signedIn && audience.groups.includes(group)}
              onChange={(isIn) =>
                set({
                  groups: isIn
                    ? [...audience.groups, group].sort()
                    : audience.groups.filter((name) => name !== group),
                })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly type: "radio" | "checkbox";
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ type, label, checked, disabled, onChange }: ChoiceProps): VNode {
  return (
    <label class="dwt-choice" data-disabled={disabled || undefined}>
      <input
        type={type}
        name={type === "radio" ? "dwt-reader" : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

function nameOf({ reader, signedIn, groups }: Reader): string {
  const who = reader === "agent" ? "Agent" : "Person";
  if (!signedIn) return who;
  return groups.length === 0 ? `${who}, signed in` : `${who}, ${groups.join(", ")}`;
}

/** Escape, or a click anywhere else. */
function useCloseOutside(
  root: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      close();
      root.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  });
}
