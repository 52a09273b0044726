import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { addRelative } from './add-relative.ts'
import { escapeFrom } from './keyboard.ts'
import { test } from './test.ts'

const card = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Family tree' }).getByRole('button', { name: new RegExp(`^${name}`) })

test('a family is begun, grows, is joined by dragging, and loses a line and a person again', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await page.goto('/app')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Family' }).click()
  await page.getByRole('heading', { name: 'Start building your family tree' }).waitFor()
  await page.getByRole('button', { name: 'Add Family Member' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(dialog.getByText('Please enter a first name')).toBeVisible()
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  await dialog.getByLabel('Sex').selectOption('Female')
  await dialog.getByLabel('Born').fill('3.5.1943')
  await expect(dialog.getByText('Read as: May 3, 1943')).toBeVisible()
  await dialog.getByLabel('Born').fill('abt 1943')
  await expect(dialog.getByText('Read as: about 1943')).toBeVisible()
  await dialog.getByLabel('Relationship to you').selectOption('Parent')
  for (const event of ['birth', 'death']) {
    const day = dialog.getByLabel(event === 'birth' ? 'Born' : 'Died')
    const place = dialog.getByLabel(`Place of ${event}`)
    const lower = async () => ((await place.boundingBox())?.y ?? 0) - ((await day.boundingBox())?.y ?? 0)
    await expect.poll(lower, `the place of ${event} stands beside its day`).toBe(0)
  }
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(page.getByText('Family member added!')).toBeVisible()

  await expect(card(page, 'Ana Petrova')).toContainText('You')
  await expect(card(page, 'Vera Petrova')).toContainText('c. 1943')
  await addRelative(person, 'Dmitri', 'Other')
  await expect(card(page, 'Dmitri')).toBeVisible()

  await drag(page, 'Vera', 'Dmitri')
  await expect(dialog.getByRole('heading')).toHaveText('Vera Petrova and Dmitri Petrova')
  await dialog.getByLabel('They are, or were, a couple').check()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Connection created!')).toBeVisible()
  await expect.poll(async () => (await person.api.family.tree()).connections.length).toBe(2)

  const hoverTheCouple = async () => {
    const [left, right] = await Promise.all([
      card(page, 'Vera').boundingBox(),
      card(page, 'Dmitri').boundingBox(),
    ])
    if (!left || !right) throw new Error('the couple is not to be seen')
    const between = (Math.min(left.x + left.width, right.x + right.width) + Math.max(left.x, right.x)) / 2
    await page.mouse.move(between, left.y + left.height / 2)
  }
  // Repeated, because the tree may be drawn anew meanwhile: then the two stand elsewhere, and nothing is below the mouse.
  const press = async (what: 'Change' | 'Remove') => {
    const name = `${what} the line between Vera Petrova and Dmitri Petrova`
    await expect(async () => {
      await hoverTheCouple()
      await page.getByRole('button', { name }).click({ timeout: 3_000 })
    }).toPass()
  }
  await press('Change')
  await dialog.getByLabel('Their union').selectOption('Divorced')
  await dialog.getByLabel('Until').fill('1981')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The line was changed.')).toBeVisible()
  const unions = async () =>
    (await person.api.family.tree()).connections.filter(({ type }) => type === 'partner')
  expect(await unions()).toMatchObject([{ kind: 'divorced', endDate: '1981' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(unions).toMatchObject([{ kind: 'married', endDate: '' }])

  await press('Remove')
  await expect(page.getByText('Connection removed')).toBeVisible()
  await expect.poll(unions).toEqual([])

  await card(page, 'Vera').click()
  await page.getByRole('region', { name: 'Chosen person' }).getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera Petrova')
  await expect(page.getByText('Your mother')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the line to Ana Petrova' }).click()
  await expect(page.getByText('Cannot delete original family connections')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This action cannot be undone.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Family member removed')).toBeVisible()
  await expect(card(page, 'Dmitri')).toBeVisible()
  await expect(card(page, 'Vera')).toHaveCount(0)
})

test('a death before the birth is pointed out, and kept as it was said', async ({ page, person }) => {
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  await dialog.getByLabel('Born').fill('1950')
  await dialog.getByLabel('Died').fill('1940')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()

  await expect(page.getByText('By these dates the death comes before the birth.')).toBeVisible()
  const { people } = await person.api.family.tree()
  expect(people.find(({ firstName }) => firstName === 'Vera')).toMatchObject({ dateOfDeath: '1940' })
})

test('with nothing but keys one walks through the tree, finds somebody, joins two people and opens one', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await addRelative(person, 'Vera', 'Parent', { sex: 'female' })
  await addRelative(person, 'Lena', 'Child')
  await addRelative(person, 'Dmitri', 'Other')
  await page.goto('/app/family')
  await card(page, 'Vera').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Find a person' }).focus()
  await page.keyboard.type('ana petr')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Ana')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(card(page, 'Vera')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Lena')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Dmitri')).toBeFocused()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Ana Petrova and Dmitri Petrova')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel('They are, or were, a couple')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Connection created!')).toBeVisible()

  const kindOf = async (firstName: string) => {
    const { people, connections } = await person.api.family.tree()
    const id = people.find((one) => one.firstName === firstName)?.id
    const line = connections.find(({ fromId, toId }) => fromId === id || toId === id)
    return [line?.kind, line?.isAutomatic]
  }
  await card(page, 'Dmitri').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Lena')).toBeFocused()
  await page.keyboard.press('l')
  await expect(dialog.getByRole('heading')).toHaveText('Lines of Lena Petrova')
  await dialog.getByRole('button', { name: 'Change the line to Ana Petrova' }).press('Enter')
  await dialog.getByLabel('In which way?').selectOption('By adoption')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog.getByText(/adoptive/i)).toBeVisible()
  expect(await kindOf('Lena')).toEqual(['adoptive', false])
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(dialog.getByText(/adoptive/i)).toHaveCount(0)
  expect(await kindOf('Lena')).toEqual(['birth', true])
  await page.keyboard.press('Escape')
  await expect(card(page, 'Lena')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Dmitri')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dmitri Petrova')
  await expect(page.getByText('Your husband').or(page.getByText('Your partner'))).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a family of another program is looked at, brought in once, and taken out again', async ({
  page,
  person,
}) => {
  const people = Array.from({ length: 500 }, (_, i) => [
    `0 @I${i}@ INDI`,
    `1 NAME Person${i} /Of Many/`,
    '1 OCCU Baker',
    ...(i > 0 ? [`0 @F${i}@ FAM`, `1 HUSB @I${Math.floor((i - 1) / 3)}@`, `1 CHIL @I${i}@`] : []),
  ])
  const buffer = Buffer.from(['0 HEAD', '1 GEDC', '2 VERS 5.5.1', ...people.flat(), '0 TRLR'].join('\n'))
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Import a family' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string, content: Buffer) =>
    dialog.getByLabel('GEDCOM file').setInputFiles({ name, mimeType: 'text/plain', buffer: content })

  await choose('half.ged', buffer.subarray(0, 4_000))
  await expect(dialog.getByRole('alert')).toContainText('ends in the middle')
  await choose('family.ged', buffer)
  await expect(dialog.getByText('500 people and 499 lines')).toBeVisible()
  await dialog.getByText('Not understood and left out').click()
  await expect(dialog.getByText('INDI.OCCU × 500')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 500 people' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Find yourself in the file' }).fill('person40 many')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'That is not me' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 499 people' }).click()
  await expect(page.getByText('Family imported')).toBeVisible()
  expect((await person.api.family.tree()).people).toHaveLength(500)
  await page.getByRole('combobox', { name: 'Find a person' }).fill('person13')
  await expect(page.getByRole('option').first()).toContainText('Person13 ')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Person13 ')).toContainText('parent')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Save a poster to print (SVG)' }).click()
  expect((await download).suggestedFilename()).toBe('family-tree.svg')
  const printed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Print a poster (PDF)' }).click()
  await dialog.getByLabel('Sheets of A3').check()
  await dialog.getByRole('button', { name: 'Save as PDF' }).click()
  expect((await printed).suggestedFilename()).toBe('family-tree.pdf')
  await expect(dialog).toHaveCount(0)
  const packed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Save with photos and documents (GEDZIP)' }).click()
  const saved = await packed
  expect(saved.suggestedFilename()).toBe('family.gdz')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import a family' }).click()
  await dialog.getByLabel('GEDCOM file').setInputFiles(await saved.path())
  await expect(dialog.getByText('500 of them are here already')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('combobox', { name: 'Find a person' }).fill('person499')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Person499')).toBeFocused()
})

test('whoever goes back by keys to a field at the edge of a dialog reads what it is called', async ({
  page,
  person,
}) => {
  await addRelative(person, 'Vera', 'Parent')
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Last name').focus()
  await dialog.getByLabel('First name').evaluate((field) => {
    const around = field.closest('[role=dialog]')
    around?.scrollBy(0, field.getBoundingClientRect().top - around.getBoundingClientRect().top - 4)
  })
  await expect(dialog.getByText('First name', { exact: true })).not.toBeInViewport()

  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expect(dialog.getByText('First name', { exact: true })).toBeInViewport({ ratio: 1 })
})

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = await Promise.all([card(page, from).boundingBox(), card(page, to).boundingBox()])
  if (!start || !end) throw new Error(`${from} or ${to} is not to be seen`)
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('a grandparent who is only looked at in the form asks nothing when it is closed', async ({
  page,
  person,
}) => {
  const add = (firstName: string, relationship: 'Grandparent' | 'Parent') =>
    person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko', relationship })
  // The person through whom she belongs to the family is derived, because only one parent is known by now.
  const { id } = await add('Oksana', 'Grandparent')
  await add('Iryna', 'Parent')
  await page.goto(`/app/family/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Family Member' })
  await expect(dialog.getByLabel('First name')).toHaveValue('Oksana')
  await escapeFrom(page, dialog)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a grandparent whose side is not known is not put on the only parent’s side by a change of something else', async ({
  page,
  person,
}) => {
  const add = (firstName: string, relationship: 'Grandparent' | 'Parent', viaId: string | null = null) =>
    person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko', relationship, viaId })
  const iryna = await add('Iryna', 'Parent')
  await add('Taras', 'Parent')
  const { id } = await add('Oksana', 'Grandparent', iryna.id)
  await person.api.familyMembers.delete({ id: iryna.id })
  await page.goto(`/app/family/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Family Member' })
  await dialog.getByLabel('Place of birth').fill('Lviv')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  expect(await person.api.familyMembers.get({ id })).toMatchObject({ placeOfBirth: 'Lviv', viaId: null })
})

test('a person’s page dates each story by when it took place, and says where it is only the day it was kept', async ({
  page,
  person,
}) => {
  const { id: memberId } = await addRelative(person, 'Vera', 'Parent')
  const told = (title: string, date: string) =>
    person.api.stories.create({
      id: newId(),
      title,
      method: 'journal',
      speakers: ['Vera Petrova'],
      ...(date ? { date } : {}),
    })
  await told('The wedding', 'summer 1961')
  await told('The flood', '1957-03-02')
  await told('The bakery', '')
  await page.goto(`/app/family/${memberId}`)
  const story = (title: string) =>
    page.getByRole('region', { name: 'Stories' }).getByRole('link', { name: title })
  await expect(story('The wedding')).toHaveText('The weddingsummer 1961')
  await expect(story('The flood')).toHaveText('The floodMarch 2, 1957')
  await expect(story('The bakery')).toHaveText(/^The bakeryKept on \w+ \d+, \d{4}$/)
})

test('whoever has one name alone can be changed without a second one, and nobody new is added so', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Sukarno' })
  await page.goto(`/app/family/${person.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lives in').fill('Surabaya')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Family member updated!')).toBeVisible()
  expect(await person.api.account.profile()).toMatchObject({ fullName: 'Sukarno' })

  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await dialog.getByLabel('First name').fill('Fatmawati')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(dialog.getByText('Please enter a last name')).toBeVisible()
})
