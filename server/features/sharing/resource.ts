import { mayManage, type StoryRole } from '#contract/rights.ts'
import type { Tx } from '../../db/actor.ts'
import { storyAccess } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'

/** One thing that is shared, and who asks. */
export type Resource = { type: string; id: string; ownerId: string; role: StoryRole; userId: string }
export type Named = { resourceType: string; resourceId: string }

/** The thing, for who may share it. @throws NOT_FOUND for what may not be seen, FORBIDDEN for what may not be shared */
export async function sharedResource(
  tx: Tx,
  userId: string,
  { resourceType, resourceId }: Named,
): Promise<Resource> {
  const resource = await seenResource(tx, userId, { resourceType, resourceId })
  if (!mayManage(resource.role)) throw codeError('FORBIDDEN')
  return resource
}

/** The thing, for who may see it. Storybooks and people are looked up here once they can be shared. @throws NOT_FOUND */
export async function seenResource(
  tx: Tx,
  userId: string,
  { resourceType, resourceId }: Named,
): Promise<Resource> {
  const access = resourceType === 'story' ? await storyAccess(tx, resourceId) : null
  if (!access) throw codeError('NOT_FOUND')
  return { type: resourceType, id: resourceId, userId, ...access }
}
