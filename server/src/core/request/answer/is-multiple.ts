/** Whether one number is a multiple of another as they are written: `0.3` is one of `0.1`. */
export function isMultiple(value: number, of: number): boolean {
  if (of <= 0 || !Number.isFinite(value)) return true;
  const [digits, scale] = decimal(value);
  const [step, stepScale] = decimal(of);
  const most = Math.max(scale, stepScale);
  return (digits * 10n ** BigInt(most - scale)) % (step * 10n ** BigInt(most - stepScale)) === 0n;
}

/** `1.25` as 125 and 2; `5e-7` as 5 and 7. */
function decimal(value: number): readonly [digits: bigint, scale: number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? [digits * 10n ** BigInt(-scale), 0] : [digits, scale];
}
