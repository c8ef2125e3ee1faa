import { GOOGLE_ISSUER } from "../../../graph/sign-in/openid-claims.js";
import { nameIssuer, type OpenIdSettings } from "./openid-settings.js";
import { ConfigError } from "./config-error.js";
import { openIdSettings, type SettingValues } from "./settings.js";

const requireWithIssuer = <T>(value: T | undefined, name: string): T => {
  if (value === undefined)
    throw new ConfigError(
      `${name} is required with ${openIdSettings.issuer.name}; see docs/people.md`,
    );
  return value;
};

/** Combines the settings of OpenID Connect; undefined without an issuer. @throws ConfigError */
export const buildOpenIdSettings = (
  values: SettingValues<typeof openIdSettings>,
): OpenIdSettings | undefined => {
  const { issuer, roleClaim, roles, allowedDomains, trustedDomains } = values;
  if (issuer === undefined) return undefined;
  if (issuer === GOOGLE_ISSUER && trustedDomains.size > 0)
    throw new ConfigError(
      `${openIdSettings.trustedDomains.name} can't be used with Google: anybody can sign in there, and it verifies e-mails`,
    );
  if ((roleClaim === undefined) !== (roles === undefined))
    throw new ConfigError(
      `${openIdSettings.roleClaim.name} and ${openIdSettings.roles.name} must be set together`,
    );
  return {
    issuer,
    clientId: requireWithIssuer(values.clientId, openIdSettings.clientId.name),
    clientSecret: requireWithIssuer(values.clientSecret, openIdSettings.clientSecret.name),
    name: values.name ?? nameIssuer(issuer),
    allowedDomains,
    trustedDomains,
    role: roleClaim === undefined || !roles ? undefined : { claim: roleClaim, values: roles },
  };
};
