import type { Metadata } from '../accounts/users.ts'
import { discordProfile, facebookProfile, githubProfile, type ProfileReader } from './profiles.ts'

/** Speaks OpenID Connect: everything else stands in what its issuer publishes. */
export type OidcEntry = {
  kind: 'oidc'
  /** Absent where the operator names it. */
  issuer?: string
  scopes: string[]
  /** Sends its answer as a form, as Apple does when it is asked for names. */
  answersByPost?: boolean
  /** Whether a proven address may be told by something else than `email_verified`. */
  isEmailVerified?(claims: Metadata): boolean
}

/** Speaks OAuth 2 and has an interface of its own to ask who somebody is. */
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
    // Anybody with a tenant may write any address into its directory; this claim says that its owner was asked.
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

/** Several OpenID Connect servers of an operator's own are told apart as `custom:<name>`. */
export function entryOf(name: string): OidcEntry | OAuthEntry | undefined {
  const known = /^custom:[a-z0-9][a-z0-9-]*$/.test(name) ? 'custom' : name
  return Object.hasOwn(entries, known) ? entries[known] : undefined
}
