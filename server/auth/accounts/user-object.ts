import { withoutNulls } from '../without-nulls.ts'
import { contactMetadata, contactProvider, type NewUser } from './contacts.ts'
import {
  type FactorSummary,
  hasSecondFactor,
  type IdentityRow,
  type Metadata,
  type UserRow,
} from './users.ts'

/** The user as clients see it (contract 1.2): empty fields are left out, except `email` and `phone`, which are always text. */
export function userObject(user: UserRow): Record<string, unknown> {
  return withoutNulls({
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.email_confirmed_at ?? user.phone_confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change,
    email_change_sent_at: user.email_change_sent_at,
    new_phone: user.phone_change,
    phone_change_sent_at: user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors.length === 0 ? null : user.factors.map(factorObject),
    identities: user.identities.map(identityObject),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    is_anonymous: user.is_anonymous,
  })
}

/**
 * The user as one of their own sessions sees them. GoTrue shows the full phone number of a second factor to anybody who knows the
 * password. Before the second factor was used, we show only its last four digits: enough for its owner to recognise it, too little
 * to take the number over.
 *
 * `has_password` is ours: identities do not tell it. A contested account loses its password and keeps its `email` identity
 * (docs/decisions/084); a provider's account may gain a password without one.
 */
export function ownUserObject(user: UserRow, { aal }: { aal: 'aal1' | 'aal2' }): Record<string, unknown> {
  const showsAll = aal === 'aal2' || !hasSecondFactor(user)
  const shown = showsAll ? user : { ...user, factors: user.factors.map(withEndOfPhone) }
  return { ...userObject(shown), has_password: user.encrypted_password !== null }
}

function withEndOfPhone({ phone, ...factor }: FactorSummary): FactorSummary {
  return { ...factor, phone: phone === null ? null : phone.replace(/\d(?=\d{4})/g, '*') }
}

/**
 * The response to every sign-up that awaits confirmation, whether the account is new, unconfirmed or confirmed already. It is built
 * from the request alone, so that the three cases cannot be told apart. `identities` is empty in all of them, because GoTrue's
 * clients take an empty list to mean that the account exists already.
 */
export function pendingUserObject(user: Omit<NewUser, 'passwordHash'>): Record<string, unknown> {
  const { kind, id, contact } = user
  const pending = pendingObject(id, { ...user.data, ...contactMetadata(user) })
  return { ...pending, [kind]: contact, app_metadata: contactProvider(kind) }
}

function pendingObject(id: string, metadata: Metadata): Record<string, unknown> {
  const now = new Date()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    confirmation_sent_at: now,
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** Note the swapped names, which are GoTrue's: `id` is the provider's subject, `identity_id` the id of our row. */
function identityObject(identity: IdentityRow): Record<string, unknown> {
  return withoutNulls({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email,
  })
}

export function factorObject(factor: FactorSummary): Record<string, unknown> {
  return withoutNulls({ ...factor, phone: factor.phone ?? '' })
}
