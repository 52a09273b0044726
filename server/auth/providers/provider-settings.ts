import { z } from 'zod'
import { entryOf } from './catalogue.ts'

const providerSchema = z.strictObject({
  /** The first client id signs people in; ID tokens may be for any of them (a web and a phone application have different ones). */
  clientId: z
    .string()
    .min(1)
    .transform((text) => text.split(',').map((id) => id.trim())),
  secret: z.string().default(''),
  /** The issuer of `keycloak` and `custom`, or the address of a self-hosted instance of another provider. */
  url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Where the provider redirects back to; by default `{externalUrl}/callback`. */
  redirectUri: z.url().optional(),
  /** Do not compare nonces. For applications that send no nonce although their ID tokens contain one. */
  skipNonceCheck: z.boolean().default(false),
  /** Let people in whose provider discloses no mail address. */
  emailOptional: z.boolean().default(false),
})
export type ProviderSettings = z.output<typeof providerSchema>

/** The providers that people may sign in with, by name. */
export const providersSchema = z.record(z.string(), providerSchema).superRefine((providers, context) => {
  for (const [name, { url }] of Object.entries(providers)) {
    const entry = entryOf(name)
    if (entry === undefined)
      context.addIssue({ code: 'custom', message: 'is no provider we know', path: [name] })
    const needsUrl = entry?.kind === 'oidc' && entry.issuer === undefined
    if (needsUrl && url === undefined) {
      context.addIssue({ code: 'custom', message: 'needs the address of its issuer', path: [name, 'url'] })
    }
  }
})
