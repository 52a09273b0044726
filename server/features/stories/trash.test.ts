import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { deleteExpired } from './stories.ts'

const { person, database, services } = await createTestKinora()

test('a story that cannot be deleted holds up no other, and is told', async () => {
  const ana = await person()
  const ids = [uuidv7(), uuidv7(), uuidv7()]
  for (const id of ids) {
    await ana.client.stories.create({ id, title: 'The mill', method: 'journal' })
    await ana.client.stories.delete({ id })
  }
  await database.asOwner(`update stories set deleted_at = now() - make_interval(days => $1)`, [
    limits.trashDays + 1,
  ])
  await database.asOwner(
    `create function refuse_it() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
     create trigger refuse_it before delete on stories for each row when (old.id = '${ids[0]}') execute function refuse_it()`,
  )

  await expect(deleteExpired(services.db)).rejects.toThrow('not this one')

  const left = await database.asOwner('select id from stories where user_id = $1', [ana.id])
  expect(left.rows).toEqual([{ id: ids[0] }])
})
