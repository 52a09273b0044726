/**
 * Accounts elsewhere that can be used to sign in here: the accounts service's ids, and the names people know. The first two are
 * always shown; the others once the operator of this Kinora has set them up.
 */
export const providerNames = {
  google: 'Google',
  apple: 'iCloud',
  azure: 'Microsoft',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  twitch: 'Twitch',
} as const

export type ProviderId = keyof typeof providerNames

/** 'Google' for 'google'; undefined for anything that is not one of these providers. */
export function providerName(id: unknown): string | undefined {
  return isProvider(id) ? providerNames[id] : undefined
}

function isProvider(id: unknown): id is ProviderId {
  return typeof id === 'string' && Object.hasOwn(providerNames, id)
}
