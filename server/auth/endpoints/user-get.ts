import { ownUserObject } from '../accounts/user-object.ts'
import { requireUser } from '../http/bearer.ts'
import type { Endpoint } from './endpoint.ts'

/** GET /user */
export const getUser: Endpoint = async (c, auth) => {
  const { user, session } = await requireUser(c, auth)
  return c.json(ownUserObject(user, session))
}
