import type { Context } from 'hono'
import { NIL, v7 as uuid, validate } from 'uuid'
import { z } from 'zod'
import { acceptableChanges, adminUserSchema } from '../accounts/admin-changes.ts'
import { changeUser, createUserByAdmin, deleteUserSoftly } from '../accounts/admin-users.ts'
import { writeAudit } from '../accounts/audit.ts'
import { withdrawEmailChange } from '../accounts/email-change.ts'
import { lockUser } from '../accounts/factors.ts'
import { withdrawLoneChanges } from '../accounts/lone-changes.ts'
import { withdrawPhoneChange } from '../accounts/texted-codes.ts'
import { userObject } from '../accounts/user-object.ts'
import { findAnyUser, listUsers, type UserRow } from '../accounts/users.ts'
import { type AuthTransaction, isUniqueViolation } from '../database.ts'
import { AuthError, emailExists, validationFailed } from '../errors.ts'
import { requireAdmin } from '../http/admin.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

const byAdmin = { by: 'admin' }
const mostPerPage = 1000

/** GET /admin/users?page&per_page */
export const listUsersByAdmin: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const page = pageNumber(c.req.query('page'), 1)
  const perPage = Math.min(pageNumber(c.req.query('per_page'), 50), mostPerPage)

  const { users, total } = await auth.db.transaction(async (tx) => ({
    users: await listUsers(tx, perPage, (page - 1) * perPage),
    total: await countUsers(tx),
  }))

  const last = Math.max(Math.ceil(total / perPage), 1)
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return c.json({ users: users.map(userObject), aud: auth.settings.jwtAudience }, 200, {
    'x-total-count': String(total),
    link: links.join(', '),
  })
}

async function countUsers(tx: AuthTransaction): Promise<number> {
  const row = await tx.first<{ count: string }>('select count(*) from auth.users where deleted_at is null')
  return Number(row?.count ?? 0)
}

function pageNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw validationFailed(`Bad Pagination Parameters: ${text} is no positive number`)
}

/** POST /admin/users */
export const createUser: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const body = await readBody(c, adminUserSchema)
  const id = newIdOf(body.id)
  const changes = await acceptableChanges(auth, body)
  if (changes.email === null && changes.phone === null) {
    throw validationFailed('Cannot create a user without either an email or phone')
  }

  const user = await auth.db
    .transaction(async (tx) => {
      const created = await createUserByAdmin(tx, id, changes)
      await writeAudit(tx, 'user_signedup', created, clientOf(c, auth), byAdmin)
      return created
    })
    .catch(emailRace)
  return c.json(userObject(user))
}

function newIdOf(wanted: string | undefined): string {
  if (wanted === undefined || wanted === '') return uuid()
  if (!validate(wanted)) throw validationFailed('ID must conform to the uuid v4 format')
  if (wanted === NIL) throw validationFailed('ID cannot be a nil uuid')
  return wanted
}

/** GET /admin/users/{id} */
export const getUserByAdmin: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const user = await auth.db.transaction((tx) => namedUser(c, tx))
  return c.json(userObject(user))
}

/** PUT /admin/users/{id} */
export const updateUserByAdmin: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const changes = await acceptableChanges(auth, await readBody(c, adminUserSchema))

  const user = await auth.db
    .transaction(async (tx) => {
      const { id } = await livingUser(c, tx)
      await lockUser(tx, id)
      if (changes.passwordHash !== null) await withdrawLoneChanges(auth, tx, id)
      if (changes.email !== null) await withdrawEmailChange(tx, id)
      if (changes.phone !== null) await withdrawPhoneChange(tx, id)
      const updated = await changeUser(tx, id, changes)
      const action = changes.passwordHash === null ? 'user_modified' : 'user_updated_password'
      await writeAudit(tx, action, updated, clientOf(c, auth), byAdmin)
      return updated
    })
    .catch(emailRace)
  return c.json(userObject(user))
}

const deletionSchema = z.object({ should_soft_delete: z.boolean().default(false) })

/** DELETE /admin/users/{id} */
export const deleteUser: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const { should_soft_delete: softly } = await optionalBody(c)

  // Deleting a user cascades to everything that they own. Should a concurrent insert conflict with it, the transaction is retried.
  await auth.db.transaction(async (tx) => {
    const user = await namedUser(c, tx)
    await writeAudit(tx, 'user_deleted', { id: user.id, email: null }, clientOf(c, auth), byAdmin)
    if (!softly) await tx.run('delete from auth.users where id = $1', [user.id])
    if (softly && user.deleted_at === null) await deleteUserSoftly(tx, user)
  })
  return c.json({})
}

async function optionalBody(c: Context): Promise<z.output<typeof deletionSchema>> {
  const isEmpty = (await c.req.text()) === ''
  return isEmpty ? deletionSchema.parse({}) : readBody(c, deletionSchema)
}

/** The user that the path names, including soft-deleted ones. @throws AuthError validation_failed, user_not_found */
export async function namedUser(c: Context, tx: AuthTransaction): Promise<UserRow> {
  const id = c.req.param('id') ?? ''
  if (!validate(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')

  const user = await findAnyUser(tx, id)
  if (user === null) throw userNotFound()
  return user
}

async function livingUser(c: Context, tx: AuthTransaction): Promise<UserRow> {
  const user = await namedUser(c, tx)
  if (user.deleted_at !== null) throw userNotFound()
  return user
}

export function userNotFound(message = 'User not found'): AuthError {
  return new AuthError(404, 'user_not_found', message)
}

/** Translates a unique violation: another request has just taken the address, phone or id. @throws AuthError email_exists */
export function emailRace(error: unknown): never {
  throw isUniqueViolation(error) ? emailExists() : error
}
