import { expect, it } from 'vitest'
import { activityWords } from './activity-words.ts'

it.each([
  ['login', { provider: 'email' }, 'You logged in.'],
  ['login', { provider: 'google' }, 'You logged in with Google.'],
  ['logout', { scope: 'others' }, 'All other devices were logged out.'],
  ['user_modified', { changed: 'email' }, 'Your email was changed.'],
  ['user_modified', {}, 'Your account was changed.'],
  ['identity_linked', { provider: 'apple' }, 'iCloud was linked.'],
  ['user_updated_password', {}, 'Your password was changed.'],
  ['factor_deleted', { factor_type: 'totp' }, 'Your authenticator app was taken away.'],
  ['factor_deleted', { factor_type: 'recovery_code' }, 'Your recovery codes were taken away.'],
  [
    'user_recovery_requested',
    { by: 'admin' },
    'Whoever runs this Kinora made a link for choosing a new password.',
  ],
  [
    'factor_deleted',
    { by: 'admin', factor_type: 'totp' },
    'Whoever runs this Kinora took away your second step.',
  ],
  [
    'user_recovery_requested',
    { provider: 'email', purpose: 'password' },
    'A mail for choosing a new password was asked for.',
  ],
  [
    'user_recovery_requested',
    { provider: 'email', purpose: 'log-in' },
    'A mail to log in with was asked for.',
  ],
  [
    'user_recovery_requested',
    { provider: 'phone', purpose: 'log-in' },
    'A text message to log in with was asked for.',
  ],
  ['user_recovery_requested', {}, 'A message to get into your account was asked for.'],
  ['user_recovery_requested', { provider: 'phone' }, 'A message to get into your account was asked for.'],
  [
    'user_reauthenticate_requested',
    { provider: 'email' },
    'A code was mailed to you, to be sure that it is you.',
  ],
  [
    'user_reauthenticate_requested',
    { provider: 'phone' },
    'A code was texted to you, to be sure that it is you.',
  ],
  ['user_reauthenticate_requested', {}, 'A code was sent to you, to be sure that it is you.'],
  ['user_confirmation_requested', { provider: 'phone' }, 'A message to confirm your phone number was sent.'],
  [
    'user_repeated_signup',
    { provider: 'phone' },
    'Somebody tried to create an account with your phone number.',
  ],
  ['user_signedup', { by: 'admin' }, 'You created your account.'],
  [
    'verification_attempted',
    { factor_type: 'webauthn', is_right: true },
    'A security key confirmed that it was you.',
  ],
  ['verification_attempted', { factor_type: 'recovery_code', is_right: true }, 'A recovery code was used.'],
  [
    'verification_attempted',
    { factor_type: 'totp', is_right: false },
    'A wrong second factor was given: your authenticator app.',
  ],
])('says %s with %j in a plain sentence', (action, traits, sentence) => {
  expect(activityWords({ action, traits })).toBe(sentence)
})

it('keeps quiet about words that only programs know', () => {
  expect(activityWords({ action: 'flux_realigned', traits: {} })).toBe(
    'Something about your account was changed.',
  )
})
