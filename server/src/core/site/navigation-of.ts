import type { Config } from "../config/config.ts";
import { readNavigation } from "../config/read-navigation.ts";
import { derive } from "./derive.ts";

/** The navigation of a configuration, read once per configuration. */
export const navigationOf = derive((config: Config) => readNavigation(config.root));
