import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { mailLink } from './mail-link.ts'
import { changeLink, createLink, linkChanges, listLinks, renewLink } from './manage-links.ts'
import { openLink, reportFromLink } from './use-link.ts'

export function recordingLinksRoutes(services: Services) {
  const { db, env, mail, secrets } = services
  const os = implement(contract.recordingLinks).$context<RequestContext>()
  const owner = os.use(requirePerson)
  const own = <T>(claims: Claims, work: (tx: Tx) => Promise<T>) => asUser(db, claims, work)

  return {
    create: owner.create.handler(({ input, context: { claims } }) =>
      own(claims, async (tx) => {
        const { link, secret, isNew } = await createLink(tx, secrets, claims.sub, input)
        // The secret stands behind the #: browsers never send that part of an address to a server, so it cannot get
        // into a log.
        const address = `${env.publicUrl}/record/${link.id}#${secret}`
        if (isNew && input.mailTo) await mailLink(tx, mail, claims.sub, { to: input.mailTo, link, address })
        return { link, address }
      }),
    ),
    list: owner.list.handler(({ input, context: { claims } }) =>
      own(claims, (tx) => listLinks(tx, claims.sub, input.storyId)),
    ),
    ask: owner.ask.handler(({ input: { id, question, transcribe }, context: { claims } }) =>
      own(claims, (tx) => changeLink(tx, claims.sub, id, linkChanges.ask(question, transcribe))),
    ),
    stop: owner.stop.handler(({ input, context: { claims } }) =>
      own(claims, (tx) => changeLink(tx, claims.sub, input.id, linkChanges.stop())),
    ),
    end: owner.end.handler(({ input, context: { claims } }) =>
      own(claims, (tx) => changeLink(tx, claims.sub, input.id, linkChanges.end())),
    ),
    revoke: owner.revoke.handler(({ input, context: { claims } }) =>
      own(claims, (tx) => changeLink(tx, claims.sub, input.id, linkChanges.revoke())),
    ),
    renew: owner.renew.handler(({ input, context: { claims } }) =>
      own(claims, (tx) => renewLink(tx, claims.sub, input.id)),
    ),
    open: os.open.handler(({ context }) => openLink(services, context)),
    report: os.report.handler(({ input, context }) => reportFromLink(services, context, input)),
  }
}
