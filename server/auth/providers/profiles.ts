import { z } from 'zod'
import { normaliseEmail } from '../accounts/emails.ts'
import type { FoundIdentity, ProviderEmail } from '../accounts/identities.ts'
import type { Metadata } from '../accounts/users.ts'

/** Requests an address of a provider's own API and resolves with the JSON of the response. */
export type AskProvider = (address: string) => Promise<unknown>
export type Profile = Omit<FoundIdentity, 'provider'>
export type ProfileReader = (ask: AskProvider, site: string) => Promise<Profile>

const githubUser = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export const githubProfile: ProfileReader = async (ask, site) => {
  const api = site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`
  const user = githubUser.parse(await ask(`${api}/user`))
  const emails = githubEmails.parse(await ask(`${api}/user/emails`))
  const primaryFirst = emails.toSorted((a, b) => Number(b.primary) - Number(a.primary))

  return profileOf(site, String(user.id), {
    emails: primaryFirst.flatMap(({ email, verified }) => emailOf(email, verified)),
    name: user.name ?? user.login,
    userName: user.login,
    picture: user.avatar_url,
  })
}

const discordUser = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().default(false),
  avatar: z.string().nullish(),
})

export const discordProfile: ProfileReader = async (ask, site) => {
  const user = discordUser.parse(await ask(`${site}/api/users/@me`))
  const picture = user.avatar ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png` : null

  return profileOf(site, user.id, {
    emails: emailOf(user.email, user.verified),
    name: user.global_name ?? user.username,
    userName: user.username,
    picture,
  })
}

const facebookUser = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  picture: z.object({ data: z.object({ url: z.string() }) }).nullish(),
})

export const facebookProfile: ProfileReader = async (ask, site) => {
  const api = site === 'https://www.facebook.com' ? 'https://graph.facebook.com' : site
  const user = facebookUser.parse(await ask(`${api}/me?fields=id,name,email,picture`))

  return profileOf(site, user.id, {
    // Facebook discloses an address only once its owner has confirmed it.
    emails: emailOf(user.email, true),
    name: user.name,
    picture: user.picture?.data.url,
  })
}

type Told = {
  emails: ProviderEmail[]
  name?: string | null | undefined
  userName?: string | null | undefined
  picture?: string | null | undefined
}

/** Builds the profile under GoTrue's field names, the same for all providers: applications read them from `user_metadata`. */
export function profileOf(issuer: string, subject: string, told: Told): Profile {
  const email = told.emails.find(({ isVerified }) => isVerified) ?? told.emails[0]
  const data: Metadata = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    name: told.name,
    full_name: told.name,
    user_name: told.userName,
    preferred_username: told.userName,
    picture: told.picture,
    avatar_url: told.picture,
    email: email?.address,
    email_verified: email?.isVerified ?? false,
    phone_verified: false,
  }
  const known = Object.entries(data).filter(([, value]) => value !== undefined && value !== null)
  const kept = known.map(([name, value]) => [name, typeof value === 'string' ? keepable(value) : value])
  return { subject, emails: told.emails, data: Object.fromEntries(kept) }
}

/**
 * The text without anything that PostgreSQL cannot store: NUL characters, and lone surrogates as in a name that was truncated in the
 * middle of a character. Such a name must not keep a person from signing in.
 */
export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** The address as a list: empty when the provider discloses none, or one that is not valid. */
export function emailOf(email: string | null | undefined, isVerified: boolean): ProviderEmail[] {
  if (!email) return []
  try {
    return [{ address: normaliseEmail(email), isVerified }]
  } catch {
    return []
  }
}
