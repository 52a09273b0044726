import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'

/** Vera and Boris, who are married, and the form of their connection. */
async function editTheirLine(page: Page, person: Person) {
  const [fromId = '', toId = ''] = await Promise.all(
    ['Vera', 'Boris'].map(
      async (firstName) =>
        (await person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko' })).id,
    ),
  )
  const id = newId()
  const union = { type: 'partner', kind: 'married' } as const
  const { connection } = await person.api.family.connect({ id, fromId, toId, ...union })
  await page.goto(`/app/family/${fromId}`)
  await page.getByRole('button', { name: 'Change the line to Boris Petrenko' }).click()
  return { line: connection, dialog: page.getByRole('dialog', { name: 'Vera Petrenko and Boris Petrenko' }) }
}

const lineOf = async (person: Person) => (await person.api.family.tree()).connections[0]

/** Does work in another session, and waits until its news has reached the page. */
async function elsewhere(page: Page, work: () => Promise<unknown>): Promise<void> {
  const readAnew = page.waitForResponse('**/rpc/family/tree')
  await work()
  await (await readAnew).finished()
  await twoFrames(page)
}

test('what is written about a line stays when somebody removes that line meanwhile, and saving it says so', async ({
  page,
  person,
}) => {
  const { line, dialog } = await editTheirLine(page, person)
  await dialog.getByLabel('Where it began').fill('In the harbour church')

  await elsewhere(page, () => person.api.family.disconnect({ id: line.id }))
  await expect(page.getByRole('button', { name: /line to Boris/, includeHidden: true })).toHaveCount(0)
  await expect(dialog.getByLabel('Where it began')).toHaveValue('In the harbour church')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('It may have been deleted.')
  await expect(dialog.getByLabel('Where it began')).toHaveValue('In the harbour church')
})

test('what somebody else says of a line meanwhile stays beside what is written here', async ({
  page,
  person,
}) => {
  const { line, dialog } = await editTheirLine(page, person)
  await dialog.getByLabel('Where it began').fill('In the harbour church')

  const { id, version } = line
  await elsewhere(page, () =>
    person.api.family.updateConnection({ id, version, kind: 'divorced', endDate: '1981' }),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  const both = { kind: 'divorced', endDate: '1981', startPlace: 'In the harbour church' }
  expect(await lineOf(person)).toMatchObject(both)
  // Undo only reverts what was written here.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => lineOf(person)).toMatchObject({ ...both, startPlace: '' })
})

test('what two say of the same in a line is told to the second, who decides', async ({ page, person }) => {
  const { line, dialog } = await editTheirLine(page, person)
  await dialog.getByLabel('Where it began').fill('In the harbour church')
  await dialog.getByLabel('Their union').selectOption('Widowed')

  const { id, version } = line
  const theirs = { kind: 'divorced', startPlace: 'At the registry office', startDate: 'about 1965' } as const
  await elsewhere(page, () => person.api.family.updateConnection({ id, version, ...theirs }))
  await dialog.getByRole('button', { name: 'Save' }).click()

  const note = dialog.getByRole('alert')
  await expect(note).toContainText('Somebody else changed the same meanwhile')
  await expect(note).toContainText('At the registry office')
  await expect(note).toContainText('Divorced')
  await expect(dialog.getByLabel('Where it began')).toHaveValue('In the harbour church')
  await expect(dialog.getByLabel('Since')).toHaveValue('about 1965')
  expect(await lineOf(person)).toMatchObject(theirs)

  await dialog.getByLabel('Where it began').fill('At the registry office, then in the harbour church')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await lineOf(person)).toMatchObject({
    kind: 'widowed',
    startPlace: 'At the registry office, then in the harbour church',
    startDate: 'about 1965',
  })
})
