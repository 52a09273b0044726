import type { GedcomReport } from '#contract/family.ts'
import { asUser, type Claims } from '../../../db/actor.ts'
import { declaredFailure } from '../../../errors.ts'
import type { Services } from '../../../services.ts'
import { describeMedia } from '../../media/media.ts'
import { createStory } from '../../stories/stories.ts'
import { keepFile } from '../../uploads/uploads.ts'
import { GedcomError } from './gedcom-error.ts'
import type { Package } from './gedzip.ts'
import type { MediaPlan, PlannedFile, PlannedStory } from './plan-media.ts'

type Parts = Pick<Services, 'db' | 'storage'>

/**
 * Brings the files of a package into their stories, one by one and never whole in memory. A file that is broken, or of a type
 * that is not kept, is left out and named. If the import is interrupted, sending the same package again continues it.
 * @throws STORAGE_LIMIT_REACHED
 */
export async function importMedia(
  services: Parts,
  claims: Claims,
  plan: MediaPlan,
  inside: Package,
): Promise<Pick<GedcomReport, 'files' | 'leftOut'>> {
  const leftOut = [...plan.leftOut]
  let files = 0
  for (const story of plan.stories) {
    let kept = 0
    for (const file of story.files) {
      if (await isKept(services, claims, story, file, inside)) kept += 1
      else leftOut.push(file.path)
    }
    files += kept
    if (kept === 0 && story.isNew) await dropEmptyStory(services, claims, story.id)
  }
  return { files, leftOut }
}

async function isKept(
  services: Parts,
  claims: Claims,
  story: PlannedStory,
  { path, ...file }: PlannedFile,
  inside: Package,
): Promise<boolean> {
  const { id: _, ...draft } = story.draft
  await asUser(services.db, claims, (tx) =>
    createStory(tx, claims.sub, { ...draft, id: story.id, time: '', method: 'upload' }),
  )
  try {
    const source = inside.stream(path)
    if ((await keepFile(services, claims, { ...file, storyId: story.id, source })) === 'refused') return false
  } catch (error) {
    if (error instanceof GedcomError || takesNoMore(error)) return false
    throw error
  }
  if (file.caption !== '') {
    await asUser(services.db, claims, (tx) =>
      describeMedia(tx, claims.sub, file.id, { caption: file.caption }),
    )
  }
  return true
}

/** Whether the story takes no more files, because it was thrown away meanwhile or is full. */
function takesNoMore(error: unknown): boolean {
  const code = declaredFailure(error)?.code
  return code === 'NOT_FOUND' || code === 'LIMIT_REACHED'
}

/** Deletes a story that was made for files of which none could be kept: an empty story would only puzzle people. */
async function dropEmptyStory({ db }: Parts, claims: Claims, id: string): Promise<void> {
  await asUser(db, claims, (tx) =>
    tx
      .deleteFrom('stories')
      .where('user_id', '=', claims.sub)
      .where('id', '=', id)
      .where('id', 'not in', (query) =>
        query
          .selectFrom('media')
          .select('story_id')
          .where('user_id', '=', claims.sub)
          .where('story_id', '=', id),
      )
      .execute(),
  )
}
