import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { copyPrompt } from './prompts.ts'

/**
 * Makes a playlist hold these prompts in this order. Only differences are written: a link that stays keeps its row, so
 * that references to it stay valid. Prompts that other families published are copied to the person's own first.
 * @throws NOT_FOUND for a prompt that the person may not see
 */
export async function putOrder(
  tx: Tx,
  userId: string,
  playlistId: string,
  promptIds: string[],
): Promise<void> {
  const wanted = await ownOrOfficial(tx, userId, promptIds)
  const links = tx.selectFrom('playlist_prompts').where('playlist_id', '=', playlistId)
  const present = await links.select(['prompt_id', 'position']).execute()
  const placeOf = new Map(present.map((link) => [link.prompt_id, link.position]))

  const gone = present.map((link) => link.prompt_id).filter((id) => !wanted.includes(id))
  if (gone.length > 0) {
    await tx
      .deleteFrom('playlist_prompts')
      .where('playlist_id', '=', playlistId)
      .where('prompt_id', 'in', gone)
      .execute()
  }
  const moved = wanted
    .map((prompt_id, position) => ({ playlist_id: playlistId, prompt_id, position }))
    .filter(({ prompt_id, position }) => placeOf.get(prompt_id) !== position)
  if (moved.length === 0) return

  await tx
    .insertInto('playlist_prompts')
    .values(moved)
    .onConflict((conflict) =>
      conflict
        .columns(['playlist_id', 'prompt_id'])
        .doUpdateSet((from) => ({ position: from.ref('excluded.position') })),
    )
    .execute()
}

/** The same ids in the same order, with the person's own copies in place of prompts that other families published. */
async function ownOrOfficial(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await tx.selectFrom('prompts').select(['id', 'user_id']).where('id', 'in', ids).execute()
  const ownerOf = new Map(found.map((row) => [row.id, row.user_id]))

  const wanted: string[] = []
  for (const id of ids) {
    const owner = ownerOf.get(id)
    if (owner === undefined) throw codeError('NOT_FOUND')
    const kept = owner === null || owner === userId ? id : (await copyPrompt(tx, userId, id)).id
    if (!wanted.includes(kept)) wanted.push(kept)
  }
  return wanted
}
