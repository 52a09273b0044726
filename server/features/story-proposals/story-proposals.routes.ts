import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfStory } from '../../db/story-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { requestReading } from '../transcripts/transcripts.ts'
import { decide } from './decide.ts'
import type { StoryKey } from './material.ts'
import { listProposals } from './story-proposals.ts'

export function storyProposalsRoutes({ db }: Services) {
  const os = implement(contract.storyProposals).$context<RequestContext>().use(requirePerson)

  /** Runs `work` on a story's proposals and answers with the proposals as they are afterwards. */
  const within = (
    claims: Claims,
    storyId: string,
    need: 'see' | 'change',
    work: (tx: Tx, key: StoryKey) => Promise<void>,
  ) =>
    asUser(db, claims, async (tx) => {
      const key = { userId: await ownerOfStory(tx, storyId, need), storyId }
      await work(tx, key)
      return listProposals(tx, key)
    })

  return {
    list: os.list.handler(({ input: { storyId }, context: { claims } }) =>
      within(claims, storyId, 'see', async () => undefined),
    ),
    read: os.read.handler(({ input: { storyId }, context: { claims } }) =>
      within(claims, storyId, 'change', requestReading),
    ),
    decide: os.decide.handler(({ input: { storyId, ...decision }, context: { claims } }) =>
      within(claims, storyId, 'change', (tx, key) => decide(tx, key, claims.sub, decision)),
    ),
  }
}
