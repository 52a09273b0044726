import { type SharedStory, sharedStory } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import { type AddressOfOwner, cardsOfStories } from '../stories/stories.ts'

/** One page of what others share with a person, what was shared last first. */
export async function sharedWithMe(
  tx: Tx,
  userId: string,
  page: PageInput,
  addressOf: AddressOfOwner,
): Promise<Page<SharedStory>> {
  const rows = await tx
    .selectFrom('shared_access')
    .where('shared_with_user_id', '=', userId)
    .where('resource_type', '=', 'story')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stories')
          .whereRef('stories.user_id', '=', 'shared_access.user_id')
          .whereRef('stories.id', '=', 'shared_access.story_id')
          .where('stories.deleted_at', 'is', null)
          .select('stories.id'),
      ),
    )
    .where(afterCursor(page.cursor))
    .select(['id', 'user_id', 'resource_id', 'role', 'owner_name as ownerName'])
    .select([exactInstant('created_at').as('sharedAt'), createdAtText.as('ordered_at')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const keys = rows.map((row) => ({ ownerId: row.user_id, id: row.resource_id }))
  const cards = await cardsOfStories(tx, keys, addressOf)

  const found = toPage(rows, page.limit, (row) => {
    const card = cards.find(({ ownerId, id }) => ownerId === row.user_id && id === row.resource_id)
    return card ? sharedStory.parse({ ...card, ...row, id: card.id, shareId: row.id }) : null
  })
  // A story may have gone to the trash between the two questions.
  return { ...found, items: found.items.filter((item) => item !== null) }
}
