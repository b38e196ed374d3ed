/** In falling order of weight; what the protocol calls error, warning, information, hint. */
export type Severity = "error" | "warning" | "information" | "hint";

export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];
