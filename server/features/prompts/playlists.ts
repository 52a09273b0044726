import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import {
  type Playlist,
  type PlaylistSearch,
  type PromptList,
  playlist,
  type WholePlaylist,
} from '#contract/prompts.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, type Page, toPage } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'
import { lockLibrary } from './library-lock.ts'
import { assertRoom, inList, matchesWords, nearOrFar, originOf, own, type Reach, readFrom } from './lists.ts'
import { putOrder } from './playlist-order.ts'
import { copyPrompt, promptColumns, toPrompt } from './prompts.ts'

const playlistColumns = (from: ExpressionBuilder<DB, 'playlists'>) =>
  [
    from.ref('playlists.id').as('id'),
    'name',
    'description',
    ...originOf('playlists'),
    // Joined with the prompts, so that a prompt hidden by the operator is neither counted nor named.
    from
      .selectFrom('playlist_prompts as link')
      .innerJoin('prompts', 'prompts.id', 'link.prompt_id')
      .whereRef('link.playlist_id', '=', 'playlists.id')
      .select(sql<string[]>`coalesce(array_agg(link.prompt_id order by link.position), '{}')`.as('ids'))
      .as('promptIds'),
    sql<number>`(
      select count(distinct link.prompt_id)::int
      from public.playlist_prompts link
      join public.prompts q on q.id = link.prompt_id
      join public.prompt_asks a on a.prompt_id = link.prompt_id and a.user_id = (select auth.uid())
      join public.stories s on s.user_id = a.user_id and s.id = a.story_id and s.deleted_at is null
      where link.playlist_id = playlists.id
    )`.as('askedCount'),
  ] as const

function toPlaylist(row: { promptIds: string[] | null }): Playlist {
  const promptIds = row.promptIds ?? []
  return playlist.parse({ ...row, promptIds, promptCount: promptIds.length })
}

/**
 * One page of a list, newest first, filtered by words and by the category of at least one of its prompts. Without a
 * list, the official playlists and the person's own; each of the two is read from its newest on.
 */
export async function listPlaylists(tx: Tx, query: PlaylistSearch): Promise<Page<Playlist>> {
  const newestOf = (list: PromptList, reach: Reach) => {
    let playlists = tx
      .selectFrom(readFrom('playlists', list, query, reach))
      .selectAll()
      .where(inList('playlists', list))
      .where(matchesWords('playlists', query.search))
    if (query.category) {
      const { category } = query
      playlists = playlists.where((from) =>
        from.exists(
          from
            .selectFrom('playlist_prompts as link')
            .innerJoin('prompts', 'prompts.id', 'link.prompt_id')
            .whereRef('link.playlist_id', '=', 'playlists.id')
            .where('prompts.category', '=', category)
            .select('link.prompt_id')
            // `offset 0` keeps the subquery from being turned into a join. As a join it read the prompts of all
            // families; so it looks up the prompts of one playlist at a time.
            .offset(0),
        ),
      )
    }
    const newest = playlists
      .where(afterCursor(query.cursor))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1)
    return tx.selectFrom(newest.as('newest')).selectAll()
  }
  const found = (reach: Reach) =>
    query.list ? newestOf(query.list, reach) : newestOf('official', reach).unionAll(newestOf('own', reach))

  const rows = await nearOrFar(query, (reach) =>
    tx
      .selectFrom(found(reach).as('playlists'))
      .select(playlistColumns)
      .select(createdAtText.as('ordered_at'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1)
      .execute(),
  )
  return toPage(rows, query.limit, toPlaylist)
}

/** A playlist with its prompts, in order. @throws NOT_FOUND for a playlist that the person may not see */
export async function getPlaylist(tx: Tx, id: string): Promise<WholePlaylist> {
  const row = await tx
    .selectFrom('playlists')
    .select(playlistColumns)
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom('playlist_prompts as link')
          .innerJoin('prompts', 'prompts.id', 'link.prompt_id')
          .whereRef('link.playlist_id', '=', 'playlists.id')
          .orderBy('link.position')
          .select(promptColumns),
      ).as('prompts'),
    )
    .where('playlists.id', '=', id)
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  const { prompts, ...rest } = row
  return { ...toPlaylist(rest), prompts: prompts.map(toPrompt) }
}

type Draft = { id: string; name: string; description: string; promptIds: string[] }

/**
 * Creates a playlist of the person's own; idempotent by id.
 * @throws CONFLICT when the id is taken, NOT_FOUND for an unknown prompt, LIMIT_REACHED
 */
export async function createPlaylist(tx: Tx, userId: string, draft: Draft): Promise<Playlist> {
  await lockLibrary(tx, userId)
  const known = await tx
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', draft.id)
    .where(own('playlists'))
    .executeTakeFirst()
  if (known) return getPlaylist(tx, known.id)
  await assertRoom(tx, 'playlists', limits.playlistsPerPerson)

  const { promptIds, ...words } = draft
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('playlists')
    .values({ ...words, user_id: userId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw codeError('CONFLICT')
  await putOrder(tx, userId, draft.id, promptIds)
  return getPlaylist(tx, draft.id)
}

type Change = {
  id: string
  version: number
  name?: string | undefined
  description?: string | undefined
  promptIds?: string[] | undefined
}

/** Changes a playlist that was read at this version. @throws NOT_FOUND, FORBIDDEN, CONFLICT when it changed since */
export async function updatePlaylist(tx: Tx, userId: string, change: Change): Promise<Playlist> {
  const { id, version, promptIds, name, description } = change
  await lockLibrary(tx, userId)
  await assertOwnPlaylist(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('playlists')
    .set({
      version: version + 1,
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw codeError('CONFLICT')
  if (promptIds) await putOrder(tx, userId, id, promptIds)
  return getPlaylist(tx, id)
}

/** Deletes a playlist of the person's own; its prompts stay. @throws NOT_FOUND, FORBIDDEN */
export async function deletePlaylist(tx: Tx, userId: string, id: string): Promise<void> {
  await lockLibrary(tx, userId)
  await assertOwnPlaylist(tx, id)
  await tx.deleteFrom('playlists').where('id', '=', id).execute()
}

/**
 * Copies a playlist to the person's own as '{name} (Copy)'. Prompts that other families published are copied as well.
 */
export async function copyPlaylist(
  tx: Tx,
  userId: string,
  { id, copyId }: { id: string; copyId: string },
): Promise<Playlist> {
  const source = await getPlaylist(tx, id)
  const suffix = ' (Copy)'
  const name = `${cutText(source.name, limits.playlistName - suffix.length).trimEnd()}${suffix}`
  const { description, promptIds } = source
  return createPlaylist(tx, userId, { id: copyId, name, description, promptIds })
}

/**
 * Appends a prompt to a playlist of the person's own; a prompt that is in it already stays in its place.
 * @throws NOT_FOUND, FORBIDDEN, LIMIT_REACHED
 */
export async function addToPlaylist(
  tx: Tx,
  userId: string,
  { id, promptId }: { id: string; promptId: string },
): Promise<Playlist> {
  await lockLibrary(tx, userId)
  const list = await assertOwnPlaylist(tx, id)
  const { isOfficial, ...found } = await tx
    .selectFrom('prompts')
    .select(['id', 'is_official as isOfficial'])
    .where('id', '=', promptId)
    .executeTakeFirst()
    .then((row) => row ?? Promise.reject(codeError('NOT_FOUND')))
  const added = isOfficial ? found.id : (await copyPrompt(tx, userId, found.id)).id
  if (list.promptIds.includes(added)) return list

  if (list.promptCount >= limits.promptsPerPlaylist) throw codeError('LIMIT_REACHED')
  await putOrder(tx, userId, id, [...list.promptIds, added])
  await tx.updateTable('playlists').set({ version: sql`version + 1` }).where('id', '=', id).execute()
  return getPlaylist(tx, id)
}

async function assertOwnPlaylist(tx: Tx, id: string): Promise<Playlist> {
  const found = await getPlaylist(tx, id)
  if (!found.isOwn) throw codeError('FORBIDDEN')
  return found
}
