import type { VNode } from "preact";
import type { FrameChoice, FrameLevel } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useOwnId } from "../components/use-id.ts";
import { placeMark } from "./frame-place.ts";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";
import { ChoiceLink } from "./switcher.tsx";
import { usePopup } from "./use-popup.ts";

interface TabBarProps {
  readonly level: FrameLevel;
}

/** Tabs of the site: links, of which those with a menu open it. */
export function TabBar({ level }: TabBarProps): VNode {
  return (
    <nav class="dw-site-tabbar" aria-label="Tabs">
      <ul>
        {level.choices.map((choice, index) => (
          <li key={index} data-align={choice.align}>
            <Tab choice={choice} current={index === level.current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabProps {
  readonly choice: FrameChoice;
  readonly current: boolean;
}

function Tab({ choice, current }: TabProps): VNode {
  const inside = (
    <>
      <LinkIcon icon={choice.icon} color={choice.color} />
      <span>{choice.label}</span>
      {choice.external && <Glyph name="outward" class="dw-site-choice-mark" />}
    </>
  );
  if (!choice.menu || choice.menu.length === 0)
    return (
      <ChromeLink link={choice} class="dw-site-tab" current={current ? "true" : undefined}>
        {inside}
      </ChromeLink>
    );
  return <TabMenu choice={choice} current={current} inside={inside} />;
}

interface TabMenuProps extends TabProps {
  readonly inside: VNode;
}

function TabMenu({ choice, current, inside }: TabMenuProps): VNode {
  const { root, open, setOpen, onKeyDown } = usePopup();
  const id = useOwnId();
  const { menu = [], currentItem } = choice;
  return (
    <div ref={root} class="dw-site-tab-menu" onKeyDown={onKeyDown}>
      <button
        type="button"
        class="dw-site-tab"
        aria-expanded={open}
        aria-controls={id}
        aria-current={current ? "true" : undefined}
        {...placeMark(choice.at)}
        onClick={() => setOpen(!open)}
      >
        {inside}
        <Glyph name="down" class="dw-site-switcher-arrow" />
      </button>
      <div id={id} class="dw-site-popup dw-site-popup-menu" data-popup hidden={!open}>
        <ul aria-label={choice.label}>
          {menu.map((item, index) => (
            <li key={index}>
              <ChoiceLink
                kind="item"
                choice={item}
                current={index === currentItem}
                onChosen={() => setOpen(false)}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
