import { z } from 'zod'
import { providerNames } from '../auth/providers/catalogue.ts'
import { providersSchema } from '../auth/providers/provider-settings.ts'
import type { AuthSettingsInput } from '../auth/settings.ts'
import { providerFields } from './gotrue-names.ts'

type Providers = NonNullable<AuthSettingsInput['providers']>

const fieldsSchema = z.object(providerFields).partial()
// In capitals, as GoTrue reads them: a name in small letters is none of these, and is refused as unknown.
const nameForm = new RegExp(
  `^GOTRUE_EXTERNAL_(${providerNames.join('|').toUpperCase()})_(${Object.keys(providerFields).join('|')})$`,
)

/**
 * Separates the settings of providers from all others.
 * @returns the enabled providers, the remaining settings, and one sentence for each mistake
 */
export function readProviders(given: Record<string, string>) {
  const rest: Record<string, string> = {}
  const told = new Map<string, Record<string, string>>()
  for (const [name, value] of Object.entries(given)) {
    const [, provider, field] = nameForm.exec(name) ?? []
    if (provider === undefined || field === undefined) rest[name] = value
    else told.set(provider.toLowerCase(), { ...told.get(provider.toLowerCase()), [field]: value })
  }

  const problems: string[] = []
  const providers: Providers = {}
  for (const [name, fields] of told) {
    const read = readProvider(name, fields)
    problems.push(...read.problems)
    if (read.provider !== undefined) providers[name] = read.provider
  }
  return { providers, rest, problems }
}

function readProvider(name: string, fields: Record<string, string>) {
  const prefix = `GOTRUE_EXTERNAL_${name.toUpperCase()}`
  const parsed = fieldsSchema.safeParse(fields)
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(({ path, message }) => `${prefix}_${path.join('.')}: ${message}`),
    }
  }
  if (parsed.data.ENABLED !== true) return { problems: [] }

  const { CLIENT_ID: clientId, SECRET: secret, URL: url, REDIRECT_URI: redirectUri } = parsed.data
  const missing = [
    ...(clientId === undefined ? [`${prefix}_CLIENT_ID: needed, because ${prefix}_ENABLED is true`] : []),
    ...(secret === undefined ? [`${prefix}_SECRET: needed, because ${prefix}_ENABLED is true`] : []),
  ]
  const provider = {
    clientId: clientId ?? '',
    secret: secret ?? '',
    ...(url === undefined ? {} : { url }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
    skipNonceCheck: parsed.data.SKIP_NONCE_CHECK ?? false,
    emailOptional: parsed.data.EMAIL_OPTIONAL ?? false,
  }
  if (missing.length > 0) return { problems: missing }

  const issues = providersSchema.safeParse({ [name]: provider }).error?.issues ?? []
  return { provider, problems: issues.map(({ message }) => `${prefix}_URL: ${message}`) }
}
