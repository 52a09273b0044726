import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addDevice, changeWishes, getWishes, listDevices, removeDevice } from './notices.ts'
import { plainEndpoint } from './public-address.ts'
import { pushKeys } from './push-keys.ts'
import { unsubscribe } from './unsubscribe.ts'

export function noticesRoutes(services: Pick<Services, 'db' | 'env' | 'secrets'>) {
  const { db } = services
  const open = implement(contract.notices).$context<RequestContext>()
  const os = open.use(requirePerson)

  return {
    get: os.get.handler(({ context: { claims } }) => asUser(db, claims, (tx) => getWishes(tx, claims.sub))),

    change: os.change.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => changeWishes(tx, claims.sub, input)),
    ),

    unsubscribe: open.unsubscribe.handler(async ({ input }) => {
      await unsubscribe(services, input.token)
      return { email: false as const }
    }),

    pushKey: os.pushKey.handler(() => ({ publicKey: pushKeys(services).publicKey })),

    devices: os.devices.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => listDevices(tx, claims.sub)),
    ),

    addDevice: os.addDevice.handler(async ({ context: { claims }, input }) => {
      const endpoint = plainEndpoint(input.endpoint)
      if (endpoint === null) throw codeError('BAD_REQUEST')
      const kept = await asUser(db, claims, (tx) => addDevice(tx, claims.sub, { ...input, endpoint }))
      if (kept === null) throw codeError('UNAUTHORIZED')
      return kept
    }),

    removeDevice: os.removeDevice.handler(async ({ context: { claims }, input }) => {
      if (!(await asUser(db, claims, (tx) => removeDevice(tx, claims.sub, input.id))))
        throw codeError('NOT_FOUND')
      return { id: input.id }
    }),
  }
}
