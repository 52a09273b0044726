import { offersPhones } from '../accounts/phones.ts'
import { providerNames } from '../providers/catalogue.ts'
import type { Endpoint } from './endpoint.ts'

/** Further provider names that GoTrue's clients look for; we do not support them. */
const others = [
  'bitbucket',
  'figma',
  'fly',
  'linkedin',
  'notion',
  'slack',
  'spotify',
  'twitter',
  'workos',
  'x',
  'zoom',
]

/** GET /.well-known/jwks.json: the public keys, which clients cache for as long as the header says. */
export const jwks: Endpoint = async (c, auth) =>
  c.json((await auth.keys.current()).jwks, 200, { 'cache-control': 'public, max-age=600' })

/** GET /settings: what the operator has enabled, for log-in pages. */
export const settings: Endpoint = (c, auth) =>
  c.json({
    external: {
      ...Object.fromEntries([...providerNames, ...others].map((name) => [name, false])),
      ...Object.fromEntries([...auth.providers.keys()].map((name) => [name, true])),
      anonymous_users: auth.settings.anonymousEnabled,
      email: auth.settings.emailEnabled,
      phone: offersPhones(auth),
      web3_ethereum: auth.settings.web3.ethereum,
      web3_solana: auth.settings.web3.solana,
    },
    disable_signup: auth.settings.disableSignup,
    mailer_autoconfirm: auth.settings.autoconfirm,
    phone_autoconfirm: auth.settings.phoneAutoconfirm,
    sms_provider: offersPhones(auth) ? 'http' : '',
    saml_enabled: false,
    mfa_enabled: true,
    // Fields of our own: pages offer linking and phone factors only if they are allowed, say where mails
    // become files, link to the privacy policy and terms, and say how long a password has to be.
    manual_linking_enabled: auth.settings.manualLinking,
    mfa_phone_enabled: auth.settings.mfa.phone.enrol && auth.texter.isAvailable,
    sends_mail: auth.settings.sendsMail,
    privacy_url: auth.settings.privacyUrl ?? null,
    terms_url: auth.settings.termsUrl ?? null,
    password_min_length: auth.settings.passwordMinLength,
    passkeys_enabled: false,
  })

/** GET /health: the name is GoTrue's, because clients check for it. */
export const health: Endpoint = (c) =>
  c.json({ version: 'v2.196.0', name: 'GoTrue', description: 'Accounts, by the GoTrue HTTP API' })
