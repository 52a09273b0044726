import type { Hono } from 'hono'
import type { Auth } from './auth-context.ts'
import { deleteFactor, listFactors } from './endpoints/admin-factors.ts'
import { generateLink, invite } from './endpoints/admin-links.ts'
import { oauthClients, passkeys } from './endpoints/admin-not-offered.ts'
import {
  createUser,
  deleteUser,
  getUserByAdmin,
  listUsersByAdmin,
  updateUserByAdmin,
} from './endpoints/admin-users.ts'
import { authorize } from './endpoints/authorize.ts'
import { callback } from './endpoints/callback.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { challengeFactor } from './endpoints/factor-challenge.ts'
import { enrolFactor } from './endpoints/factor-enrol.ts'
import { removeFactorEndpoint } from './endpoints/factor-remove.ts'
import { renameFactorEndpoint } from './endpoints/factor-rename.ts'
import { verifyFactor } from './endpoints/factor-verify.ts'
import { authorizeLinking, removeIdentity } from './endpoints/identities.ts'
import { logout } from './endpoints/logout.ts'
import { otp } from './endpoints/otp.ts'
import { health, jwks, settings } from './endpoints/public.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import {
  makeRecoveryCodes,
  recoveryCodesStatus,
  remakeRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './endpoints/recovery-codes.ts'
import { resend } from './endpoints/resend.ts'
import { signup } from './endpoints/signup.ts'
import { sso } from './endpoints/sso.ts'
import { token } from './endpoints/token.ts'
import { endUserSession, userActivity, userSessions } from './endpoints/user-devices.ts'
import { getUser } from './endpoints/user-get.ts'
import { updateUser } from './endpoints/user-update.ts'
import { verifyGet } from './endpoints/verify-get.ts'
import { verifyPost } from './endpoints/verify-post.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One line per endpoint. */
const routes: [Method, string, Endpoint][] = [
  ['POST', '/signup', signup],
  ['POST', '/token', token],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser],
  ['GET', '/user/sessions', userSessions],
  ['DELETE', '/user/sessions/:id', endUserSession],
  ['GET', '/user/activity', userActivity],
  ['POST', '/recover', recover],
  ['POST', '/otp', otp],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/resend', resend],
  ['GET', '/verify', verifyGet],
  ['POST', '/verify', verifyPost],
  ['POST', '/logout', logout],

  ['GET', '/factors/recovery-codes', recoveryCodesStatus],
  ['POST', '/factors/recovery-codes', makeRecoveryCodes],
  ['DELETE', '/factors/recovery-codes', removeRecoveryCodes],
  ['POST', '/factors/recovery-codes/verify', verifyRecoveryCode],
  ['POST', '/factors/recovery-codes/regenerate', remakeRecoveryCodes],
  ['POST', '/factors', enrolFactor],
  ['PATCH', '/factors/:id', renameFactorEndpoint],
  ['DELETE', '/factors/:id', removeFactorEndpoint],
  ['POST', '/factors/:id/challenge', challengeFactor],
  ['POST', '/factors/:id/verify', verifyFactor],

  ['GET', '/admin/users', listUsersByAdmin],
  ['POST', '/admin/users', createUser],
  ['GET', '/admin/users/:id', getUserByAdmin],
  ['PUT', '/admin/users/:id', updateUserByAdmin],
  ['DELETE', '/admin/users/:id', deleteUser],
  ['GET', '/admin/users/:id/factors', listFactors],
  ['DELETE', '/admin/users/:id/factors/:factorId', deleteFactor],
  ['GET', '/admin/users/:id/passkeys', passkeys],
  ['DELETE', '/admin/users/:id/passkeys/:passkeyId', passkeys],
  ['POST', '/admin/generate_link', generateLink],
  ['POST', '/invite', invite],
  ['GET', '/admin/oauth/clients', oauthClients],
  ['POST', '/admin/oauth/clients', oauthClients],
  ['GET', '/admin/oauth/clients/:id', oauthClients],
  ['PUT', '/admin/oauth/clients/:id', oauthClients],
  ['DELETE', '/admin/oauth/clients/:id', oauthClients],
  ['POST', '/admin/oauth/clients/:id/regenerate_secret', oauthClients],

  ['GET', '/.well-known/jwks.json', jwks],
  ['GET', '/settings', settings],
  ['GET', '/health', health],

  ['POST', '/sso', sso],
  ['GET', '/authorize', authorize],
  ['GET', '/callback', callback],
  ['POST', '/callback', callback],
  ['GET', '/user/identities/authorize', authorizeLinking],
  ['DELETE', '/user/identities/:id', removeIdentity],
]

export function addRoutes(app: Hono, auth: Auth): void {
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(c, auth))
  }
}
