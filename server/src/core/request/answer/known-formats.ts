/**
 * Whether a value is of a format, for those that can be told by the text alone (JSON Schema 2020-12 validation §7.3,
 * the formats of OpenAPI). A format says nothing about values of another kind.
 */
export function hasFormat(value: unknown, format: string): boolean {
  if (typeof value === "number") return numbers.get(format)?.(value) ?? true;
  return typeof value !== "string" || (texts.get(format)?.(value) ?? true);
}

const numbers: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ["int32", (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31],
  ["int64", (value) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63],
]);

/** Longer texts are not looked at. */
const longest = 4_000;
const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(z|[+-]\d\d:\d\d)$/i;
const texts: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries({
    date: isDate,
    time: isTime,
    "date-time": (text: string) =>
      /^.{10}[t ]/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
    email: (text: string) => /^[^\s@"]+@[^\s@]+$|^"[^"\n]+"@[^\s@]+$/.test(text),
    uuid: (text: string) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
    uri: (text: string) => /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(text),
    "uri-reference": (text: string) => /^[^\s<>"{}|\\^`]*$/.test(text),
    ipv4: (text: string) => /^((25[0-5]|(2[0-4]|1\d|[1-9])?\d)(\.(?!$)|$)){4}$/.test(text),
    ipv6: isIpv6,
    hostname: (text: string) =>
      text.length <= 253 && text.split(".").every((label) => /^(?!-)[a-z\d-]{1,63}(?<!-)$/i.test(label)),
    byte: (text: string) => /^[A-Za-z\d+/\s]*={0,2}\s*$/.test(text),
  }).map(([name, test]) => [name, (text: string) => text.length > longest || test(text)]),
);

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = date.exec(text) ?? [];
  if (day === "" || Number(day) === 0) return false;
  const days = new Date(Date.UTC(Number(year) < 100 ? 2000 : Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) <= days;
}

/** The 60th second is one that is put in. */
function isTime(text: string): boolean {
  const [, hours, minutes, seconds, , zone = ""] = time.exec(text) ?? [];
  const [offsetHours = "0", offsetMinutes = "0"] = zone.slice(1).split(":");
  return (
    hours !== undefined &&
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    Number(seconds) <= 60 &&
    Number(offsetHours) < 24 &&
    Number(offsetMinutes) < 60
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const isMixed = last.includes(".") && (texts.get("ipv4")?.(last) ?? false);
  const count = groups.length + (isMixed ? 1 : 0);
  const plain = isMixed ? groups.slice(0, -1) : groups;
  if (halves.length > 2 || !plain.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}
