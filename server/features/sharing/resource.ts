import { nameOf } from '#contract/person-name.ts'
import { mayManage, type StoryRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { bookAccess } from '../../db/book-access.ts'
import { personAccess } from '../../db/person-access.ts'
import type { Access } from '../../db/shared-access.ts'
import { storyAccess } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'

/** A thing that is shared, and the person who asks for it with their role. */
export type Resource = { type: ResourceType; id: string; ownerId: string; role: StoryRole; userId: string }
export type Named = { resourceType: ResourceType; resourceId: string }

type Kind = {
  /** How a mail names the thing in its subject, and before its title. */
  what: string
  word: string
  access: (tx: Tx, id: string) => Promise<Access | null>
  title: (tx: Tx, ownerId: string, id: string) => Promise<{ title: string } | undefined>
}

/** How each kind of thing that can be shared is named and looked up. */
const kinds: Record<ResourceType, Kind> = {
  story: {
    what: 'a family story',
    word: 'the story',
    access: (tx, id) => storyAccess(tx, id),
    title: (tx, ownerId, id) => titleIn(tx, 'stories', ownerId, id),
  },
  storybook: {
    what: 'a family storybook',
    word: 'the storybook',
    access: (tx, id) => bookAccess(tx, id),
    title: (tx, ownerId, id) => titleIn(tx, 'storybooks', ownerId, id),
  },
  family_member: {
    what: 'the page of a family member',
    word: 'the page of',
    access: (tx, id) => personAccess(tx, id, 'who can be shared'),
    title: nameOfMember,
  },
}

const titleIn = (tx: Tx, table: 'stories' | 'storybooks', ownerId: string, id: string) =>
  tx.selectFrom(table).where('user_id', '=', ownerId).where('id', '=', id).select('title').executeTakeFirst()

async function nameOfMember(tx: Tx, ownerId: string, id: string) {
  const row = await tx
    .selectFrom('family_members')
    .where('user_id', '=', ownerId)
    .where('id', '=', id)
    .select(['first_name as firstName', 'last_name as lastName'])
    .executeTakeFirst()
  return row && { title: nameOf({ ...row, isSelf: false, isPlaceholder: false }) }
}

/**
 * The title of a thing for a person who may see it; `what` and `word` say what kind of thing it is.
 * @throws NOT_FOUND
 */
export async function namedResource(tx: Tx, { type, ownerId, id }: Resource) {
  const { what, word, title } = kinds[type]
  const found = await title(tx, ownerId, id)
  if (!found) throw codeError('NOT_FOUND')
  return { title: found.title, what, word }
}

/**
 * Finds a thing that the person may share.
 * @throws NOT_FOUND if they may not see it, FORBIDDEN if they may not share it
 */
export async function sharedResource(
  tx: Tx,
  userId: string,
  { resourceType, resourceId }: Named,
): Promise<Resource> {
  const resource = await seenResource(tx, userId, { resourceType, resourceId })
  if (!mayManage(resource.role)) throw codeError('FORBIDDEN')
  return resource
}

/** Whether the person may see a thing. */
export async function maySee(tx: Tx, { resourceType, resourceId }: Named): Promise<boolean> {
  return (await kinds[resourceType].access(tx, resourceId)) !== null
}

/** Finds a thing that the person may see. @throws NOT_FOUND */
export async function seenResource(
  tx: Tx,
  userId: string,
  { resourceType, resourceId }: Named,
): Promise<Resource> {
  const access = await kinds[resourceType].access(tx, resourceId)
  if (!access) throw codeError('NOT_FOUND')
  return { type: resourceType, id: resourceId, userId, ...access }
}
