import { providerName } from '../../../lib/provider-names.ts'

/** An entry of the account's audit log, in the service's format. */
export type Activity = {
  id: string
  action: string
  created_at: string
  ip_address: string
  user_agent: string | null
  traits: Record<string, unknown>
}

const factorNames: Record<string, string> = {
  totp: 'Your authenticator app',
  phone: 'Your phone number',
  webauthn: 'A security key',
  recovery_code: 'Your recovery codes',
}

const sentences: Record<string, string> = {
  token_refreshed: 'A device stayed signed in.',
  token_revoked: 'A device was logged out, because its key had been used twice.',
  user_repeated_signup: 'Somebody tried to create an account with your address.',
  user_confirmation_requested: 'A message to confirm your address was sent.',
  user_reauthenticate_requested: 'A code was sent to you, to be sure that it is you.',
  user_updated_password: 'Your password was changed.',
  user_invited: 'You were invited.',
  challenge_created: 'Your second factor was asked for.',
  generate_recovery_codes: 'New recovery codes were made.',
}

/** What is said instead where the entry tells which way the message went. Older entries do not all tell it. */
const sentencesByChannel: Record<string, Record<string, string>> = {
  email: {
    user_reauthenticate_requested: 'A code was mailed to you, to be sure that it is you.',
  },
  phone: {
    user_reauthenticate_requested: 'A code was texted to you, to be sure that it is you.',
    user_confirmation_requested: 'A message to confirm your phone number was sent.',
    user_repeated_signup: 'Somebody tried to create an account with your phone number.',
  },
}

/** By channel and purpose of the message. */
const recoveries: Record<string, string> = {
  'email password': 'A mail for choosing a new password was asked for.',
  'email log-in': 'A mail to log in with was asked for.',
  'phone log-in': 'A text message to log in with was asked for.',
}

const logOuts: Record<string, string> = {
  global: 'You logged out, on all devices.',
  others: 'All other devices were logged out.',
  device: 'A device was logged out from Settings.',
}

const changes: Record<string, string> = {
  email: 'Your email was changed.',
  phone: 'Your phone number was changed.',
}

/** Actions by the operator. The owner is told of them even if they were done at the owner's request. */
const doneByOperator: Record<string, string> = {
  user_recovery_requested: 'Whoever runs this Kinora made a link for choosing a new password.',
  user_updated_password: 'Whoever runs this Kinora changed your password.',
  user_modified: 'Whoever runs this Kinora changed your account.',
  factor_deleted: 'Whoever runs this Kinora took away your second step.',
}

/** Describes what happened in a plain sentence addressed to the account's owner. */
export function activityWords({ action, traits }: Pick<Activity, 'action' | 'traits'>): string {
  const theirs = traits.by === 'admin' ? doneByOperator[action] : undefined
  return theirs ?? wordsFor(action, traits)
}

function wordsFor(action: string, traits: Record<string, unknown>): string {
  const factor = factorNames[String(traits.factor_type)] ?? 'A second factor'
  const provider = providerName(traits.provider) ?? 'Another way in'
  switch (action) {
    case 'login':
      return `You logged in${withProvider(traits)}.`
    case 'user_signedup':
      return `You created your account${withProvider(traits)}.`
    case 'logout':
      return logOuts[String(traits.scope)] ?? 'You logged out.'
    case 'user_modified':
      return changes[String(traits.changed)] ?? 'Your account was changed.'
    case 'user_recovery_requested':
      return (
        recoveries[`${traits.provider} ${traits.purpose}`] ??
        'A message to get into your account was asked for.'
      )
    case 'identity_linked':
      return `${provider} was linked.`
    case 'identity_unlinked':
      return `${provider} is no longer linked.`
    case 'factor_in_progress':
      return `${factor} was about to be added.`
    case 'factor_updated':
      return `${factor} got another name.`
    case 'factor_deleted':
      return traits.factor_type === 'recovery_code'
        ? 'Your recovery codes were taken away.'
        : `${factor} was taken away.`
    case 'verification_attempted':
      return verificationWords(factor, traits)
    default:
      return (
        sentencesByChannel[String(traits.provider)]?.[action] ??
        sentences[action] ??
        'Something about your account was changed.'
      )
  }
}

function verificationWords(factor: string, traits: Record<string, unknown>): string {
  if (traits.is_right === false) return `A wrong second factor was given: ${lowerFirst(factor)}.`
  return traits.factor_type === 'recovery_code'
    ? 'A recovery code was used.'
    : `${factor} confirmed that it was you.`
}

/** ' with Google'; empty if no provider was involved. */
function withProvider(traits: Record<string, unknown>): string {
  const name = providerName(traits.provider)
  return name === undefined ? '' : ` with ${name}`
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
