import { encodeMarked, filledText, tell, type Building } from "./building.ts";
import { tellDotSegments } from "./fill-path.ts";
import { ownOf } from "../text/plain-record.ts";
import { readHttpUrl } from "./read-http-url.ts";
import type { RequestForm, ServerForm } from "./request-form.ts";
import type { RequestValues } from "./request-values.ts";

export interface AddressParts {
  readonly baseUrl: string | undefined;
  /** Encoded. */
  readonly path: string;
}

const place = "server";

/**
 * The whole URL, encoded: of the address that the person has typed, else of the environment, else of the chosen server.
 * Where there is none that can be asked, the path and query alone, and a problem that stops.
 */
export function buildAddress(
  building: Building,
  form: RequestForm,
  values: RequestValues,
  { baseUrl, path }: AddressParts,
): string {
  const base = baseOf(building, form, values, baseUrl);
  const rest = path === "" || path.startsWith("/") ? path : `/${path}`;
  const whole = `${base?.path.replace(/\/$/, "") ?? ""}${rest}` || "/";
  tellDotSegments(building, whole);
  const pieces = building.query.map(({ name, value }) => (name === undefined ? value : `${name}=${value}`));
  const query = [base?.query ?? "", ...pieces].filter((each) => each !== "").join("&");
  return `${base?.origin ?? ""}${whole}${query === "" ? "" : `?${query}`}`;
}

interface Base {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

function baseOf(
  building: Building,
  { servers, settings }: RequestForm,
  { server }: RequestValues,
  baseUrl: string | undefined,
): Base | undefined {
  const typed = (server.at < 0 && server.own?.trim()) || baseUrl?.trim();
  const chosen = typed ? undefined : servers[server.at];
  const written = chosen ? withVariables(building, chosen, server.variables) : typed;
  if (chosen && written === undefined) return undefined;
  if (!written) {
    tell(
      building,
      place,
      "Nothing says where the API is. Type its address, like `https://api.example.com`.",
      true,
    );
    return undefined;
  }
  const text = filledText(building, place, written);
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(text);
  const { siteUrl } = settings;
  if (isRelative) tellRelative(building, text, siteUrl);
  if (isRelative && siteUrl === undefined) return undefined;
  const read = readHttpUrl(text, isRelative ? siteUrl : undefined);
  if (read.ok)
    return {
      origin: read.origin,
      path: encodeMarked(read.path, "path"),
      query: encodeMarked(read.query, "query"),
    };
  tell(building, place, read.reason, true);
  return undefined;
}

/** By OpenAPI it begins where the specification was fetched from, which nobody knows of a file. */
function tellRelative(building: Building, text: string, siteUrl: string | undefined): void {
  if (siteUrl === undefined)
    tell(
      building,
      place,
      `\`${text}\` is no full address, and where it begins is not known. Type the address of the API.`,
      true,
    );
  else
    tell(
      building,
      place,
      `\`${text}\` is no full address, so it is taken as a part of ${siteUrl}. If the API is elsewhere, type its address.`,
    );
}

/** `https://{region}.example.com` with what is chosen for its variables, else their defaults; undefined where one has none. */
function withVariables(
  building: Building,
  { url, variables }: ServerForm,
  chosen: Readonly<Record<string, string>>,
): string | undefined {
  let isWhole = true;
  const hostEnds = url.search(/(?<=\/\/[^/]*)\//);
  const filled = url.replace(/(?<!\{)\{([^{}]+)\}/g, (whole, name: string, at: number) => {
    const variable = variables.find((each) => each.name === name);
    const value = ownOf(chosen, name) || variable?.default || "";
    const isPath = hostEnds >= 0 && at > hostEnds;
    // `/{prefix}` may be meant to be empty; a host may not.
    if (value === "" && (!isPath || !variable || variable.isUndescribed)) {
      tell(
        building,
        place,
        `\`${name}\` is part of the server's address and has no value. Fill it in.`,
        true,
      );
      isWhole = false;
      return whole;
    }
    const allowed = variable?.values ?? [];
    if (allowed.length > 0 && !allowed.includes(value))
      tell(
        building,
        place,
        `\`${value}\` is not among the values that the specification allows for \`${name}\`.`,
      );
    return value;
  });
  return isWhole ? filled : undefined;
}
