/**
 * Accounts elsewhere that can open an account here: as the accounts service names them, and as people know them. The
 * first two are shown always; the others once whoever runs this Kinora has set them up.
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

/** 'Google' for 'google'; undefined for what is no account elsewhere. */
export function providerName(id: unknown): string | undefined {
  return isProvider(id) ? providerNames[id] : undefined
}

function isProvider(id: unknown): id is ProviderId {
  return typeof id === 'string' && Object.hasOwn(providerNames, id)
}
