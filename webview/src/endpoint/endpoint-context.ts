import { createContext } from "preact";
import type { SpecSourceLocation } from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { PlaygroundPort } from "../playground/store/playground-port.ts";

/** The services that the components of an endpoint page need from their host. */
export interface EndpointServices {
  /** Returns a parameter's full URL, such as `https://…/users/list#limit`, based on its anchor. Used for copying. */
  readonly toLink: (anchor: string) => string;
  /** The path of the page that shows the endpoint, such as `/users/list`. */
  readonly url?: string | undefined;
  /** The anchor of the field that a link points to. All collapsed content that contains the field is expanded. */
  readonly targetAnchor?: string | undefined;
  /** Called when the author wants to see the source of something in the specification. */
  readonly onShowSpec: (location: SpecSourceLocation) => void;
  /** The playground's message channel. `undefined` if no playground is available. */
  readonly playground?: PlaygroundPort;
}

export const EndpointContext = createContext<EndpointServices>({
  toLink: (anchor) => `#${anchor}`,
  onShowSpec: () => {},
});
