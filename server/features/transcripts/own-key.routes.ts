import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { ownerOfTalk } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import type { TranscriptKey } from './line-rows.ts'
import { beginWithOwnKey, giveUpOwnKey, keepAnswer, nextForOwnKey } from './own-key.ts'
import { engineName, getTranscript } from './transcripts.ts'

export function ownKeyRoutes({ db, storage, speech, env }: Services) {
  const os = implement(contract.ownKey).$context<RequestContext>().use(requirePerson)
  const parts = { db, storage, languages: env.speech.languages }
  const packing = new Set<string>()

  /**
   * The transcript and its owner. Only the worker's role may write what was said, so the person's own role in the
   * database decides here whether they may ask for that.
   */
  const keyOf = (claims: Claims, transcriptId: string): Promise<TranscriptKey> =>
    asUser(db, claims, async (tx) => ({
      userId: await ownerOfTalk(tx, transcriptId, 'change'),
      transcriptId,
    }))
  const stateOf = (claims: Claims, { userId, transcriptId }: TranscriptKey) =>
    asUser(db, claims, (tx) => getTranscript(tx, userId, transcriptId, engineName(speech)))

  return {
    begin: os.begin.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) =>
        beginWithOwnKey(tx, { userId: await ownerOfTalk(tx, input.id, 'change'), transcriptId: input.id }),
      ),
    ),
    next: os.next.handler(async ({ input, context: { claims }, signal }) => {
      const key = await keyOf(claims, input.id)
      // Whoever pays Google, encoding the sound costs this server's CPU: one piece at a time for each person.
      if (packing.has(claims.sub)) throw codeError('TOO_MANY_REQUESTS')
      packing.add(claims.sub)
      try {
        return await nextForOwnKey(parts, key, signal ?? new AbortController().signal)
      } finally {
        packing.delete(claims.sub)
      }
    }),
    hear: os.hear.handler(async ({ input: { id, index, answer }, context: { claims } }) => {
      const key = await keyOf(claims, id)
      await keepAnswer(parts, key, index, answer)
      return stateOf(claims, key)
    }),
    giveUp: os.giveUp.handler(async ({ input: { id, failure }, context: { claims } }) => {
      const key = await keyOf(claims, id)
      await giveUpOwnKey(parts, key, failure)
      return stateOf(claims, key)
    }),
  }
}
