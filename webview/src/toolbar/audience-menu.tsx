import type { VNode } from "preact";
import { translate } from "../language/translate.ts";
import type { PageSettings, Reader } from "../protocol.ts";
import { Choice, ToolbarMenu, ToolMark } from "./toolbar-menu.tsx";

interface AudienceMenuProps {
  readonly settings: PageSettings;
  readonly onChange: (audience: Reader) => void;
}

/** A menu for the audience: human or agent, signed in or not, and its groups. */
export function AudienceMenu({ settings: { audience, groups }, onChange }: AudienceMenuProps): VNode {
  const set = (change: Partial<Reader>): void => onChange({ ...audience, ...change });
  return (
    <ToolbarMenu
      name={translate("View as")}
      button={
        <>
          <ToolMark name={audience.reader === "agent" ? "agent" : "reader"} />
          <span class="dwt-label">{nameOf(audience)}</span>
          <ToolMark name="down" />
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
            onChange={() => set({ reader: "human" })}
          />
          <Choice
            type="radio"
            group="dwt-reader"
            label={translate("AI agent")}
            checked={audience.reader === "agent"}
            onChange={() => set({ reader: "agent" })}
          />
          <hr class="dwt-rule" />
          <Choice
            type="checkbox"
            label={translate("Signed in")}
            checked={audience.signedIn}
            onChange={(signedIn) => set({ signedIn })}
          />
          {groups.map((group) => (
            <Choice
              key={group}
              type="checkbox"
              label={translate("Group: {0}", group)}
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
        </>
      )}
    </ToolbarMenu>
  );
}

function nameOf({ reader, signedIn, groups }: Reader): string {
  const who = reader === "agent" ? translate("AI agent") : translate("Person");
  if (!signedIn) return who;
  return groups.length === 0 ? translate("{0}, signed in", who) : `${who}, ${groups.join(", ")}`;
}
