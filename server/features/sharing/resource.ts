import { mayManage, type StoryRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { bookAccess } from '../../db/book-access.ts'
import { type StoryAccess, storyAccess } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'

/** One thing that is shared, and who asks. */
export type Resource = { type: ResourceType; id: string; ownerId: string; role: StoryRole; userId: string }
export type Named = { resourceType: ResourceType; resourceId: string }

type Kind = {
  /** What it is called in a letter. */
  word: string
  access: (tx: Tx, id: string) => Promise<StoryAccess | null>
  title: (tx: Tx, ownerId: string, id: string) => Promise<{ title: string } | undefined>
}

/** What can be shared. A kind that is missing here is there for nobody. */
const kinds: Partial<Record<ResourceType, Kind>> = {
  story: {
    word: 'story',
    access: (tx, id) => storyAccess(tx, id),
    title: (tx, ownerId, id) => titleIn(tx, 'stories', ownerId, id),
  },
  storybook: {
    word: 'storybook',
    access: (tx, id) => bookAccess(tx, id),
    title: (tx, ownerId, id) => titleIn(tx, 'storybooks', ownerId, id),
  },
}

const titleIn = (tx: Tx, table: 'stories' | 'storybooks', ownerId: string, id: string) =>
  tx.selectFrom(table).where('user_id', '=', ownerId).where('id', '=', id).select('title').executeTakeFirst()

/** What a thing is called, for who may see it; `word` says what kind of thing it is. @throws NOT_FOUND */
export async function namedResource(tx: Tx, { type, ownerId, id }: Resource) {
  const kind = kinds[type]
  const found = await kind?.title(tx, ownerId, id)
  if (!kind || !found) throw codeError('NOT_FOUND')
  return { title: found.title, word: kind.word }
}

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

/** The thing, for who may see it. @throws NOT_FOUND */
export async function seenResource(
  tx: Tx,
  userId: string,
  { resourceType, resourceId }: Named,
): Promise<Resource> {
  const access = await kinds[resourceType]?.access(tx, resourceId)
  if (!access) throw codeError('NOT_FOUND')
  return { type: resourceType, id: resourceId, userId, ...access }
}
