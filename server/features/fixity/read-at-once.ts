import type { JobContext } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { createPace } from './paced.ts'
import { readAgain } from './read-again.ts'

/** Reads some files of one owner again right now, because they were just found to differ from what was stored. */
export async function readAtOnce(
  services: Pick<Services, 'db' | 'storage' | 'env'>,
  userId: string,
  mediaIds: string[],
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const work = { services, pace: createPace(services.env.fixity.bytesPerSecond), signal, log }
  for (const mediaId of mediaIds) await readAgain(work, { userId, mediaId })
}
