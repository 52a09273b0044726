import {
  type ResourceType,
  type SharedMember,
  type SharedStory,
  type SharedStorybook,
  sharedMember,
  sharedStory,
  sharedStorybook,
} from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import { cardsOfMembers } from '../family-members/family-members.ts'
import { type AddressOfOwner, cardsOfStories } from '../stories/stories.ts'
import { cardsOfBooks } from '../storybooks/storybooks.ts'

/** One page of the stories that others share with a person, most recently shared first. */
export async function sharedWithMe(
  tx: Tx,
  userId: string,
  page: PageInput,
  addressOf: AddressOfOwner,
): Promise<Page<SharedStory>> {
  const rows = await sharings(tx, userId, 'story', page)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stories')
          .whereRef('stories.user_id', '=', 'shared_access.user_id')
          .whereRef('stories.id', '=', 'shared_access.story_id')
          .where('stories.deleted_at', 'is', null)
          .select('stories.id'),
      ),
    )
    .execute()
  const cards = await cardsOfStories(tx, rows.map(keyOf), addressOf)
  return withCards(rows, page, cards, (fields) => sharedStory.parse(fields))
}

/** One page of the storybooks that others share with a person, most recently shared first. */
export async function storybooksWithMe(
  tx: Tx,
  userId: string,
  page: PageInput,
  addressOf: AddressOfOwner,
): Promise<Page<SharedStorybook>> {
  const rows = await sharings(tx, userId, 'storybook', page)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('storybooks')
          .whereRef('storybooks.user_id', '=', 'shared_access.user_id')
          .whereRef('storybooks.id', '=', 'shared_access.storybook_id')
          .where('storybooks.deleted_at', 'is', null)
          .select('storybooks.id'),
      ),
    )
    .execute()
  const cards = await cardsOfBooks(tx, rows.map(keyOf), addressOf)
  return withCards(rows, page, cards, (fields) => sharedStorybook.parse(fields))
}

/** One page of the family members whose pages others share with a person, most recently shared first. */
export async function membersWithMe(
  tx: Tx,
  userId: string,
  page: PageInput,
  addressOf: AddressOfOwner,
): Promise<Page<SharedMember>> {
  const rows = await sharings(tx, userId, 'family_member', page).execute()
  const cards = await cardsOfMembers(tx, rows.map(keyOf), addressOf)
  return withCards(rows, page, cards, (fields) => sharedMember.parse(fields))
}

const sharings = (tx: Tx, userId: string, type: ResourceType, page: PageInput) =>
  tx
    .selectFrom('shared_access')
    .where('shared_with_user_id', '=', userId)
    .where('resource_type', '=', type)
    .where(afterCursor(page.cursor))
    .select(['id', 'user_id', 'resource_id', 'role', 'owner_name as ownerName'])
    .select([exactInstant('created_at').as('sharedAt'), createdAtText.as('ordered_at')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)

type Row = Awaited<ReturnType<ReturnType<typeof sharings>['execute']>>[number]
type Card = { id: string; ownerId: string }

const keyOf = (row: Row) => ({ ownerId: row.user_id, id: row.resource_id })

function withCards<Item>(
  rows: Row[],
  page: PageInput,
  cards: readonly Card[],
  made: (fields: object) => Item,
): Page<Item> {
  const found = toPage(rows, page.limit, (row) => {
    const card = cards.find(({ ownerId, id }) => ownerId === row.user_id && id === row.resource_id)
    return card ? made({ ...card, ...row, id: card.id, shareId: row.id }) : null
  })
  // The thing may have gone to the trash between the two queries.
  return { ...found, items: found.items.filter((item) => item !== null) }
}
