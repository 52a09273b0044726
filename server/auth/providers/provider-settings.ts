import { z } from 'zod'
import { entryOf } from './catalogue.ts'

const providerSchema = z.strictObject({
  /** The first signs people in; ID tokens may be for any of them (a web and a phone application have two). */
  clientId: z
    .string()
    .min(1)
    .transform((text) => text.split(',').map((id) => id.trim())),
  secret: z.string().default(''),
  /** The issuer of `keycloak` and `custom`, or another address of a provider that people run themselves. */
  url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Where the provider sends people back to: `{externalUrl}/callback` unless said otherwise. */
  redirectUri: z.url().optional(),
  /** Accept ID tokens that an application got without a nonce although they carry one. */
  skipNonceCheck: z.boolean().default(false),
  /** Let people in whose provider tells no address. */
  emailOptional: z.boolean().default(false),
})
export type ProviderSettings = z.output<typeof providerSchema>

/** By name, the providers that people may sign in with. */
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
