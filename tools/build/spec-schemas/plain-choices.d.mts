export function plainChoices(schema: object): object;
