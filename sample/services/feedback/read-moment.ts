const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Parses an ISO 8601 date or time and returns the milliseconds since 1970. If the text has no time zone, it's in UTC.
 * Returns `undefined` if the text isn't a date or time.
 */
export function readMoment(text: string): number | undefined {
  if (day.test(text)) return startOfDay(text);
  const [, date, , zone] = moment.exec(text) ?? [];
  if (date === undefined || startOfDay(date) === undefined) return undefined;
  const time = Date.parse(zone === undefined ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the start of a day, or `undefined` if the day doesn't exist. JavaScript parses February 30 as March 2, which
 * is never intended.
 */
function startOfDay(text: string): number | undefined {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}
