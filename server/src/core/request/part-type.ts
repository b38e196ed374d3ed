import { headerFault } from "./header-fault.ts";

/** Of a `contentType` of an Encoding Object (`image/png, image/*`) those that name one type. */
export function concreteTypes(contentType: string | undefined): readonly string[] {
  return listed(contentType).filter((each) => !each.includes("*") && headerFault(each) === undefined);
}

/** Whether a `contentType` leaves nothing to be chosen: it says one type or nothing. */
export function isOneType(contentType: string | undefined): boolean {
  const all = listed(contentType);
  return all.length === 0 || (all.length === 1 && all[0]?.includes("*") === false);
}

/** Whether a part of this type holds fields or parts of its own: it is a form or a multipart document itself. */
export function isNestedType(type: string): boolean {
  return /^\s*multipart\//i.test(type) || isFormType(type);
}

/** Whether it is a form whose fields stand in one text. */
export function isFormType(type: string): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(type);
}

/** The type of a file: its own where the Encoding Object allows it, else the first that this names; empty: not known. */
export function fittingType(type: string, contentType: string | undefined): string {
  const allowed = listed(contentType);
  const isAllowed = allowed.length === 0 || allowed.some((each) => covers(each, type));
  if (type !== "" && isAllowed) return type;
  return concreteTypes(contentType)[0] ?? type;
}

function listed(contentType: string | undefined): string[] {
  return (contentType ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function covers(range: string, type: string): boolean {
  const [bare = ""] = type.toLowerCase().split(";");
  const known = range.toLowerCase();
  if (known === "*/*" || known === bare.trim()) return true;
  return known.endsWith("/*") && bare.startsWith(known.slice(0, -1));
}
