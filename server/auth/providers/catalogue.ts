import type { Metadata } from '../accounts/users.ts'
import { discordProfile, facebookProfile, githubProfile, type ProfileReader } from './profiles.ts'

/** A provider that supports OpenID Connect: everything else is in the metadata that its issuer publishes. */
export type OidcEntry = {
  kind: 'oidc'
  /** Absent when the operator has to configure it. */
  issuer?: string
  scopes: string[]
  /** The provider sends its answer as a form, as Apple does when names are requested. */
  answersByPost?: boolean
  /** Whether the address is verified, for providers where the claim `email_verified` does not tell. */
  isEmailVerified?(claims: Metadata): boolean
}

/** A provider that supports OAuth 2 and has an API of its own for the person's identity. */
export type OAuthEntry = {
  kind: 'oauth'
  site: string
  authorizePath: string
  tokenPath: string
  scopes: string[]
  readProfile: ProfileReader
}

const openid = ['openid', 'email', 'profile']

const entries: Record<string, OidcEntry | OAuthEntry> = {
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    answersByPost: true,
  },
  azure: {
    kind: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: openid,
    // Anybody with a tenant may write any address into its directory; this claim says that the address was verified.
    isEmailVerified: ({ xms_edov: edov }) => edov === true || edov === 1 || edov === '1' || edov === 'true',
  },
  custom: { kind: 'oidc', scopes: openid },
  discord: {
    kind: 'oauth',
    site: 'https://discord.com',
    authorizePath: '/api/oauth2/authorize',
    tokenPath: '/api/oauth2/token',
    scopes: ['email', 'identify'],
    readProfile: discordProfile,
  },
  facebook: {
    kind: 'oauth',
    site: 'https://www.facebook.com',
    authorizePath: '/dialog/oauth',
    tokenPath: '/oauth/access_token',
    scopes: ['email'],
    readProfile: facebookProfile,
  },
  github: {
    kind: 'oauth',
    site: 'https://github.com',
    authorizePath: '/login/oauth/authorize',
    tokenPath: '/login/oauth/access_token',
    scopes: ['user:email'],
    readProfile: githubProfile,
  },
  gitlab: { kind: 'oidc', issuer: 'https://gitlab.com', scopes: openid },
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scopes: openid },
  kakao: { kind: 'oidc', issuer: 'https://kauth.kakao.com', scopes: ['openid', 'account_email'] },
  keycloak: { kind: 'oidc', scopes: openid },
  linkedin_oidc: { kind: 'oidc', issuer: 'https://www.linkedin.com/oauth', scopes: openid },
  slack_oidc: { kind: 'oidc', issuer: 'https://slack.com', scopes: openid },
  twitch: { kind: 'oidc', issuer: 'https://id.twitch.tv/oauth2', scopes: ['openid', 'user:read:email'] },
}

export const providerNames = Object.keys(entries)

/** The catalogue entry of a provider. An operator's own OpenID Connect servers are named `custom:<name>`. */
export function entryOf(name: string): OidcEntry | OAuthEntry | undefined {
  const known = /^custom:[a-z0-9][a-z0-9-]*$/.test(name) ? 'custom' : name
  return Object.hasOwn(entries, known) ? entries[known] : undefined
}
