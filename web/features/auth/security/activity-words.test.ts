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
