const day = /^(\d{4})-(\d\d)-(\d\d)$/;
const moment =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;

const minute = 60_000;
export const dayLength = 86_400_000;

/** Midnight UTC of `2026-06-30` in milliseconds since 1970; undefined for anything else and for days that no calendar has. */
export function readDay(text: string): number | undefined {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // Years below 100 are taken for those after 1900, and the 30th of February for the 2nd of March.
  return dayOf(time) === text ? time : undefined;
}

/** A day, or a day with a time (ISO 8601). Without an offset it is UTC. Undefined for what is not exactly that. */
export function readInstant(text: string): number | undefined {
  const whole = readDay(text);
  if (whole !== undefined) return whole;
  const [
    ,
    date = "",
    hour,
    minutes,
    seconds = "0",
    fraction = "0",
    sign,
    offsetHours = "0",
    offsetMinutes = "0",
  ] = moment.exec(text) ?? [];
  const start = readDay(date);
  if (start === undefined || Number(hour) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * minute * (sign === "-" ? -1 : 1);
  const inDay = (Number(hour) * 60 + Number(minutes)) * minute + Number(seconds) * 1000;
  return start + inDay + Math.floor(Number(`0.${fraction}`) * 1000) - offset;
}

/** `2026-06-30` (UTC). */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
