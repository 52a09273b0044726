import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Playlist, type Prompt, promptCategory } from '#contract/prompts.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, type PageInput, toPage } from '../../db/page.ts'

type PromptRow = { id: string; text: string; category: string; isOfficial: boolean; author: string | null }
const promptColumns = ['id', 'text', 'category', 'is_official as isOfficial', 'author'] as const

const toPrompt = ({ id, text, category, isOfficial, author }: PromptRow): Prompt => ({
  id,
  text,
  category: promptCategory.catch('General').parse(category),
  isOfficial,
  author,
})

/** Makes `%` and `_` in what a person types mean themselves. */
const asPattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

type PromptQuery = PageInput & { search?: string | undefined; category?: string | undefined }

/** Official prompts and a person's own, newest first. The policies decide whose they see. */
export async function listPrompts(tx: Tx, query: PromptQuery) {
  let prompts = tx.selectFrom('prompts').select(promptColumns).select(createdAtText.as('ordered_at'))
  if (query.search) prompts = prompts.where('text', 'ilike', asPattern(query.search))
  if (query.category) prompts = prompts.where('category', '=', query.category)

  const rows = await prompts
    .where(afterCursor(query.cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
  return toPage(rows, query.limit, toPrompt)
}

const playlists = (tx: Tx) =>
  tx
    .selectFrom('playlists')
    .select(['id', 'name', 'description', 'is_official as isOfficial', 'author'])
    .select((row) =>
      row
        .selectFrom('playlist_prompts as link')
        .whereRef('link.playlist_id', '=', 'playlists.id')
        .select(sql<string[]>`coalesce(array_agg(link.prompt_id order by link.position), '{}')`.as('ids'))
        .as('promptIds'),
    )

type PlaylistRow = Omit<Playlist, 'promptCount' | 'promptIds'> & { promptIds: string[] | null }
const toPlaylist = (row: PlaylistRow): Playlist => {
  const promptIds = row.promptIds ?? []
  return { ...row, promptIds, promptCount: promptIds.length }
}

/** Official playlists and a person's own, newest first. */
export async function listPlaylists(tx: Tx): Promise<Playlist[]> {
  const rows = await playlists(tx).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toPlaylist)
}

/** A playlist with its prompts in their order, or null when there is none such to be seen. */
export async function getPlaylist(tx: Tx, id: string) {
  const row = await playlists(tx)
    .select((playlist) =>
      jsonArrayFrom(
        playlist
          .selectFrom('playlist_prompts as link')
          .innerJoin('prompts', 'prompts.id', 'link.prompt_id')
          .whereRef('link.playlist_id', '=', 'playlists.id')
          .orderBy('link.position')
          .select(['prompts.id', 'text', 'category', 'is_official as isOfficial', 'author']),
      ).as('prompts'),
    )
    .where('playlists.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { prompts, ...playlist } = row
  return { ...toPlaylist(playlist), prompts: prompts.map(toPrompt) }
}
