import type { Profile } from "../config/settings/profile.ts";
import type { OperationOutline } from "../spec/spec-outline.ts";

/** Whether no menu made of the specification shows it; some services take any value of `x-hidden` that is not `false`. */
export function isHidden({ hidden, looksHidden }: OperationOutline, profile: Profile): boolean {
  return hidden || (profile.name === "mintlify" && looksHidden === true);
}

/** Whether it has no page; some services take any value of `x-excluded` that is not `false`. */
export function isExcluded({ excluded, looksExcluded }: OperationOutline, profile: Profile): boolean {
  return excluded || (profile.name === "mintlify" && looksExcluded === true);
}
