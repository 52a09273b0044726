import { expect } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { test } from './test.ts'

test('what is written about a line stays when somebody removes that line meanwhile, and saving it says so', async ({
  page,
  person,
}) => {
  const [fromId = '', toId = ''] = await Promise.all(
    ['Vera', 'Boris'].map(
      async (firstName) =>
        (await person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko' })).id,
    ),
  )
  const id = newId()
  await person.api.family.connect({ id, fromId, toId, type: 'partner', kind: 'married' })
  await page.goto(`/app/family/${fromId}`)
  await page.getByRole('button', { name: 'Change the line to Boris Petrenko' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vera Petrenko and Boris Petrenko' })
  await dialog.getByLabel('Where it began').fill('In the harbour church')

  const readAnew = page.waitForResponse('**/rpc/family/tree')
  await person.api.family.disconnect({ id })
  await (await readAnew).finished()
  await expect(page.getByRole('button', { name: /line to Boris/, includeHidden: true })).toHaveCount(0)
  await expect(dialog.getByLabel('Where it began')).toHaveValue('In the harbour church')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('It may have been deleted.')
  await expect(dialog.getByLabel('Where it began')).toHaveValue('In the harbour church')
})
