import type { SiteAuth } from "../../core/request/form/request-form.ts";
import { settingAt } from "../../core/site/settings/config-settings.ts";
import type { Site } from "../../core/site/site.ts";

const methods = ["bearer", "basic", "key", "none"] as const;

/** What docs.json says about signing in, for operations that say nothing themselves. */
export function siteAuth(site: Site): SiteAuth {
  const text = (path: string) => {
    const node = settingAt(site, path);
    return node?.kind === "string" ? node.value : undefined;
  };
  const written = site.profile.authMethodSettings.map(text).find((each) => each !== undefined);
  return {
    method: methods.find((method) => method === written?.toLowerCase()),
    name: text("api.mdx.auth.name"),
  };
}
