import type { Ajv } from "ajv";

export function newValidator(draft: string): Ajv;
export function writeSpecValidators(folder: string): string;
