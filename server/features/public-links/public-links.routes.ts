import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { asReader, asUser, type Claims, type Tx } from '../../db/actor.ts'
import { storyAccess } from '../../db/story-access.ts'
import { codeError, sayTooMany } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { createLinkOpener, type OpenedLink } from './link-key.ts'
import { getLink, type LinkedStory, turnOff, turnOn } from './public-links.ts'
import { readPublicLines, readPublicStory } from './public-story.ts'

/** The routes for people who may share a story: its public link. */
export function publicLinksRoutes(services: Services) {
  const { db, passwords } = services
  const os = implement(contract.publicLinks).$context<RequestContext>().use(requirePerson)
  const passwordsSet = createRateLimit(services, 'link-password-set', {
    points: limits.linkPasswordsSet,
    seconds: 3_600,
  })

  const withStory = <T>(claims: Claims, storyId: string, work: (tx: Tx, story: LinkedStory) => Promise<T>) =>
    asUser(db, claims, async (tx) => {
      const access = await storyAccess(tx, storyId)
      if (!access) throw codeError('NOT_FOUND')
      if (access.role !== 'owner' && access.role !== 'admin') throw codeError('FORBIDDEN')
      return work(tx, { ownerId: access.ownerId, storyId, userId: claims.sub })
    })

  return {
    get: os.get.handler(({ input, context: { claims } }) =>
      withStory(claims, input.storyId, (tx, story) => getLink(tx, services, story)),
    ),
    turnOn: os.turnOn.handler(async ({ input, context: { claims } }) => {
      const { storyId, expiresAt, password } = input
      // Hashing is expensive, and sign-ins wait for it, so it is not done for a person who may not share the story.
      if (password) {
        await withStory(claims, storyId, async () => undefined)
        if (!(await passwordsSet.take(claims.sub))) throw codeError('TOO_MANY_REQUESTS')
      }
      const passwordHash = password ? await passwords.hash(password).catch(sayTooMany) : password
      return withStory(claims, storyId, (tx, story) =>
        turnOn(tx, services, story, { expiresAt, passwordHash }),
      )
    }),
    turnOff: os.turnOff.handler(async ({ input, context: { claims } }) => {
      await withStory(claims, input.storyId, turnOff)
      return { storyId: input.storyId }
    }),
  }
}

/** The routes for visitors who have a link, signed in or not. */
export function publicStoriesRoutes(services: Services) {
  const os = implement(contract.publicStories).$context<RequestContext>()
  const open = createLinkOpener(services)
  const asHolder = <T>(link: OpenedLink, work: (tx: Tx) => Promise<T>) =>
    asReader(services.db, link.claims, work)

  return {
    open: os.open.handler(async ({ input, context }) => {
      const link = await open(input, context.caller)
      const addressOf = addressSigner(services, link.ownerId, { link: link.id, word: link.word })
      return asHolder(link, (tx) => readPublicStory(tx, link, addressOf))
    }),
    lines: os.lines.handler(async ({ input, context }) => {
      const link = await open(input, context.caller)
      return asHolder(link, (tx) => readPublicLines(tx, link, input))
    }),
  }
}
