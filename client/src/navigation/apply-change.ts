import {
  changeNavigation as request,
  type ChangeNavigation,
} from "../../../server/src/protocol/navigation.ts";
import type { LanguageServer } from "../language-client.ts";
import { applyPlanned } from "../refactoring/apply-planned.ts";

/** Makes a change of the navigation as one edit that can be undone at once; what cannot be is said. True when it was made. */
export async function changeNavigation(server: LanguageServer, change: ChangeNavigation): Promise<boolean> {
  return applyPlanned(server, await server.request(request, change));
}
