/** Versions of OpenAPI that Swagger 2.0 is converted to, the usual one first. */
export const conversionTargets = ["3.1", "3.0"] as const;
export type ConversionTarget = (typeof conversionTargets)[number];
