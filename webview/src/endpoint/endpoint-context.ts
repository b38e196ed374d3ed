import { createContext } from "preact";
import type { SpecSpot } from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { PlaygroundPort } from "../playground/store/playground-port.ts";

/** What the parts of an endpoint's page need of whoever shows it. */
export interface EndpointServices {
  /** The whole address of a parameter by its anchor, to be copied: `https://…/users/list#limit`. */
  readonly linkTo: (anchor: string) => string;
  /** `/users/list`: of the page that shows it. */
  readonly url?: string | undefined;
  /** The field that a link has asked for: what hides it is opened. */
  readonly wanted?: string | undefined;
  /** The author wants to see where something is written. */
  readonly onSpec: (at: SpecSpot) => void;
  /** Absent where nothing can be tried out. */
  readonly playground?: PlaygroundPort;
}

export const EndpointContext = createContext<EndpointServices>({
  linkTo: (anchor) => `#${anchor}`,
  onSpec: () => {},
});
