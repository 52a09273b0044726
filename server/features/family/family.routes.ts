import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { connect, disconnect, readTree, updateConnection } from './family.ts'
import { exportGedcom } from './gedcom/export-gedcom.ts'

export function familyRoutes(services: Services) {
  const { db } = services
  const os = implement(contract.family).$context<RequestContext>().use(requirePerson)

  return {
    tree: os.tree.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => readTree(tx, claims.sub, addressSigner(services, claims.sub))),
    ),

    connect: os.connect.handler(async ({ input, context: { claims }, errors }) => {
      const outcome = await asUser(db, claims, (tx) => connect(tx, claims.sub, input))
      if (outcome === 'missing') throw errors.NOT_FOUND()
      if (outcome === 'own ancestor') throw errors.OWN_ANCESTOR()
      return outcome
    }),

    updateConnection: os.updateConnection.handler(async ({ input, context: { claims }, errors }) => {
      const outcome = await asUser(db, claims, (tx) => updateConnection(tx, claims.sub, input))
      if (outcome === 'missing') throw errors.NOT_FOUND()
      if (outcome === 'conflict') throw errors.CONFLICT()
      return outcome
    }),

    disconnect: os.disconnect.handler(async ({ input, context: { claims }, errors }) => {
      const outcome = await asUser(db, claims, (tx) => disconnect(tx, claims.sub, input.id))
      if (outcome === 'missing') throw errors.NOT_FOUND()
      if (outcome === 'automatic') throw errors.AUTOMATIC_LINE()
      return { id: input.id }
    }),

    exportGedcom: os.exportGedcom.handler(async ({ input: { version }, context: { claims } }) => {
      const text = await asUser(db, claims, (tx) => exportGedcom(tx, claims.sub, version))
      return { fileName: `family-${version}.ged`, text }
    }),
  }
}
