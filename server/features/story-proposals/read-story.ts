import { lastingFailureOf } from '../../ai/lasting-failure.ts'
import { asWorker } from '../../db/actor.ts'
import { handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { readStory as readStoryJob } from '../transcripts/transcripts.ts'
import { giveUpWaiting, keepDrafts, keepFailure, keepProgress, type Reading } from './keep-drafts.ts'
import { readLocally } from './local-reading.ts'
import { loadMaterial, type Material, type StoryKey } from './material.ts'
import { readByModel } from './model-reading.ts'

type Parts = Pick<Services, 'db' | 'textModel'>

/** The job that reads stories in the background. */
export function readingJobs(services: Parts): JobHandler[] {
  const giveUp = (key: StoryKey) =>
    asWorker(services.db, key.userId, (tx) => giveUpWaiting(tx, key, services.textModel && 'BUSY'))
  return [
    handleJob(readStoryJob, (key, context) => readStory(services, key, context), { turns: 'asked', giveUp }),
  ]
}

/**
 * Reads what a story is about and keeps it as proposals; earlier decisions stay. Proposals are kept in one transaction at the
 * end, so a retry, also after a crash, leaves none of them twice.
 */
export async function readStory(parts: Parts, key: StoryKey, context: JobContext): Promise<void> {
  try {
    const material = await asWorker(parts.db, key.userId, (tx) => loadMaterial(tx, key))
    // A story in the trash is not read. As the reading is marked as failed, it can be requested again once the story is restored.
    if (!material) return void (await asWorker(parts.db, key.userId, (tx) => keepFailure(tx, key, null)))
    await readMaterial(parts, key, material, context)
  } catch (error) {
    const failure = lastingFailureOf(error, context)
    context.log.error({ err: error, storyId: key.storyId }, 'a story could not be read')
    await asWorker(parts.db, key.userId, (tx) => keepFailure(tx, key, parts.textModel && failure))
  }
}

async function readMaterial(
  { db, textModel }: Parts,
  key: StoryKey,
  material: Material,
  context: JobContext,
): Promise<void> {
  const { sentences, known } = material
  const keep = (reading: Reading) => asWorker(db, key.userId, (tx) => keepDrafts(tx, key, material, reading))
  const local = () => readLocally(sentences, known)
  const byHand = { origin: 'local', model: null } as const
  if (!textModel || sentences.length === 0) {
    return keep({ ...byHand, state: 'done', failure: null, drafts: local() })
  }

  try {
    const onStep = (done: number, total: number) =>
      asWorker(db, key.userId, (tx) => keepProgress(tx, key, done, total))
    const drafts = await readByModel(textModel, sentences, known, { signal: context.signal, onStep })
    await keep({ origin: 'model', model: textModel.label, state: 'done', failure: null, drafts })
  } catch (error) {
    const failure = lastingFailureOf(error, context)
    context.log.error({ err: error, storyId: key.storyId }, 'the text model could not read a story')
    await keep({ ...byHand, state: 'failed', failure, drafts: local() })
  }
}
