import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { backedUp, newFolder } from '../testing/backups.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../testing/other-transaction.ts'

const kinora = await createTestKinora()
const { database, person } = kinora

test('the rows of a backup are of the moment at which its first were read, also where it is held up between two tables', async () => {
  const ana = await person()
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const holds = await otherTransaction(database)
  await holds.query('lock table media in access exclusive mode')

  const taking = backedUp(kinora, newFolder())
  await somebodyWaits(database)
  await holds.query('delete from stories where id = $1', [id])
  await holds.query('commit')

  const { tables } = (await taking).manifest
  expect(tables.find(({ name }) => name === 'stories')?.rows).toBe(1)
  expect((await database.asOwner('select from stories')).rowCount).toBe(0)
})
