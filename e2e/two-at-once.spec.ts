import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { type Person, signInHere, signUp } from './person.ts'
import type { TestServer } from './server.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'
import { writeStory } from './write-story.ts'

const told = 'Somebody else changed the same meanwhile'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const saveIn = (dialog: Locator) => dialog.getByRole('button', { name: 'Save', exact: true })

/** Another device, of the same person or of another one. */
async function deviceOf(browser: Browser, server: TestServer, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  await signInHere(context, person)
  return context.newPage()
}

/** A grandson who can be made an editor, for which his grandmother needs the Family Plan. */
async function grandsonOf(server: TestServer, grandmother: Person): Promise<Person> {
  await grandmother.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  return signUp(server.origin)
}

test('a grandmother and her grandson change one story at once, and nobody’s words are lost without a word', async ({
  page,
  person,
  browser,
  server,
}) => {
  const grandson = await grandsonOf(server, person)
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The harbour', method: 'journal' })
  await person.api.stories.putNote({ storyId, id: newId(), text: 'The ships came in.', timestamp: '00:00' })
  await person.api.sharing.share({
    resourceType: 'story',
    resourceId: storyId,
    email: grandson.email,
    role: 'editor',
  })
  const his = await deviceOf(browser, server, grandson)
  for (const one of [page, his]) {
    await one.goto(`/app/stories/${storyId}`)
    await one.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(dialogOf(one, 'Edit Story').getByLabel('Title')).toHaveValue('The harbour')
  }

  // Changes to different fields are both kept, and nobody is asked.
  await dialogOf(page, 'Edit Story').getByLabel('Title').fill('The old harbour')
  await dialogOf(his, 'Edit Story').getByLabel('Description').fill('Where the ships lay.')
  await saveIn(dialogOf(page, 'Edit Story')).click()
  await expect(dialogOf(page, 'Edit Story')).toBeHidden()
  await saveIn(dialogOf(his, 'Edit Story')).click()
  await expect(dialogOf(his, 'Edit Story')).toBeHidden()
  expect(await person.api.stories.get({ id: storyId })).toMatchObject({
    title: 'The old harbour',
    description: 'Where the ships lay.',
  })

  // Changes to the same field: the second person sees what the first wrote, and decides.
  for (const one of [page, his]) {
    await one.getByRole('button', { name: 'Add Details' }).click()
    await expect(dialogOf(one, 'Add Story Details').getByLabel('Title')).toHaveValue('The old harbour')
  }
  await dialogOf(page, 'Add Story Details').getByLabel('Context').fill('In Odesa, before the war.')
  await dialogOf(page, 'Add Story Details').getByLabel('Location').fill('Odesa')
  await saveIn(dialogOf(page, 'Add Story Details')).click()
  await expect(dialogOf(page, 'Add Story Details')).toBeHidden()
  const details = dialogOf(his, 'Add Story Details')
  await details.getByLabel('Context').fill('Near the fish market.')
  await saveIn(details).click()
  const note = details.getByRole('alert')
  await expect(note).toContainText(told)
  await expect(note).toContainText('In Odesa, before the war.')
  await expect(details.getByLabel('Context')).toHaveValue('Near the fish market.')
  await expect(details.getByLabel('Location')).toHaveValue('Odesa')
  expect(await person.api.stories.get({ id: storyId })).toMatchObject({
    context: 'In Odesa, before the war.',
  })
  await details.getByLabel('Context').fill('In Odesa, before the war. Near the fish market.')
  await saveIn(details).click()
  await expect(details).toBeHidden()
  expect(await person.api.stories.get({ id: storyId })).toMatchObject({
    context: 'In Odesa, before the war. Near the fish market.',
    location: 'Odesa',
  })

  // An entry that both edit.
  for (const one of [page, his]) {
    await one.goto(`/app/stories/${storyId}/journal`)
    await one.getByRole('button', { name: 'Edit', exact: true }).click()
  }
  const entry = (one: Page) => one.getByLabel('Edit entry')
  const save = (one: Page) => one.getByRole('button', { name: 'Save', exact: true })
  await entry(page).fill('The ships came in at dawn.')
  await entry(his).fill('The ships came in by night.')
  await save(page).click()
  await expect(entry(page)).toBeHidden()
  await save(his).click()
  await expect(his.getByRole('alert')).toContainText('The ships came in at dawn.')
  expect((await person.api.stories.get({ id: storyId })).notes[0]?.text).toBe('The ships came in at dawn.')
  // An accidental Escape loses nothing.
  await entry(his).press('Escape')
  await his.getByRole('button', { name: 'Keep editing' }).click()
  await expect(entry(his)).toHaveValue('The ships came in by night.')
  await save(his).click()
  await expect(entry(his)).toBeHidden()
  expect((await person.api.stories.get({ id: storyId })).notes[0]?.text).toBe('The ships came in by night.')
})

test('an entry that is taken out while somebody rewords it keeps their words, and one that came back reworded is not overwritten', async ({
  page,
  person,
}) => {
  const [storyId, ships, fish] = [newId(), newId(), newId()]
  await person.api.stories.create({ id: storyId, title: 'The harbour', method: 'journal' })
  await person.api.stories.putNote({ storyId, id: ships, text: 'The ships came in.', timestamp: '00:00' })
  await person.api.stories.putNote({ storyId, id: fish, text: 'The fish.', timestamp: '00:00' })
  const texts = async () => (await person.api.stories.get({ id: storyId })).notes.map(({ text }) => text)
  await page.goto(`/app/stories/${storyId}/journal`)
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')

  await entries.filter({ hasText: 'The ships' }).getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Edit entry').fill('The ships came in at dawn.')
  await person.api.stories.deleteNote({ storyId, id: ships })
  await expect(page.getByText('taken out elsewhere')).toBeVisible()
  await expect(page.getByLabel('Edit entry')).toHaveValue('The ships came in at dawn.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Edit entry')).toBeHidden()
  expect(await texts()).toEqual(['The ships came in at dawn.', 'The fish.'])

  await entries.filter({ hasText: 'The fish' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('“The fish.” was taken out.')).toBeVisible()
  await person.api.stories.putNote({
    storyId,
    id: fish,
    text: 'Herring.',
    timestamp: '00:00',
    was: 'The fish.',
  })
  await expect(entries.filter({ hasText: 'Herring.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  expect(await texts()).toEqual(['The ships came in at dawn.', 'Herring.'])
})

test('a page of a book and somebody of the family, changed by two at once, keep what both wrote or tell the second', async ({
  page,
  person,
  browser,
  server,
}) => {
  const grandson = await grandsonOf(server, person)
  const [storyId, memberId] = [newId(), newId()]
  await person.api.stories.create({ id: storyId, title: 'Apples', method: 'journal' })
  await person.api.stories.putNote({ storyId, id: newId(), text: 'On Saturdays.', timestamp: '00:00' })
  const book = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds: [storyId] })
  await person.api.familyMembers.create({ id: memberId, firstName: 'Oksana', lastName: 'Petrenko' })
  const editor = { email: grandson.email, role: 'editor' } as const
  await person.api.sharing.share({ resourceType: 'storybook', resourceId: book.id, ...editor })
  await person.api.sharing.share({ resourceType: 'family_member', resourceId: memberId, ...editor })
  const his = await deviceOf(browser, server, grandson)

  for (const one of [page, his]) {
    await one.goto(`/app/storybooks/${book.id}`)
    await one.getByRole('button', { name: 'Edit page 1' }).click()
    await expect(dialogOf(one, 'Edit page').getByLabel('Title', { exact: true })).toHaveValue('Kitchen')
  }
  const [hers, cover] = [dialogOf(page, 'Edit page'), dialogOf(his, 'Edit page')]
  await cover.getByLabel('Below the title').fill('Told by Grandma')
  await hers.getByLabel('Below the title').fill('For my grandson')
  await saveIn(hers).click()
  await expect(hers).toBeHidden()
  // The news of it arrives behind his dialog, but does not replace what he is typing.
  await expect(his.locator('main').getByText('For my grandson')).toBeAttached()
  await expect(cover.getByLabel('Below the title')).toHaveValue('Told by Grandma')
  await saveIn(cover).click()
  await expect(cover.getByRole('alert')).toContainText('For my grandson')
  await expect(cover.getByLabel('Below the title')).toHaveValue('Told by Grandma')
  await his.keyboard.press('Escape')
  await his.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(cover).toBeHidden()

  await page.goto(`/app/family/${memberId}`)
  await his.goto(`/app/family/${memberId}`)
  for (const one of [page, his]) await one.getByRole('button', { name: 'Edit', exact: true }).click()
  const [she, he] = [dialogOf(page, 'Edit Family Member'), dialogOf(his, 'Edit Family Member')]
  await expect(he.getByLabel('First name')).toHaveValue('Oksana')
  await she.getByLabel('Place of birth').fill('Odesa')
  await she.getByLabel('About them').fill('She danced.')
  await she.getByLabel('Sex').selectOption('Female')
  await saveIn(she).click()
  await expect(she).toBeHidden()
  await he.getByLabel('About them').fill('She sang.')
  await he.getByLabel('Name at birth').fill('Koval')
  await he.getByLabel('Sex').selectOption('Other')
  await saveIn(he).click()
  await expect(he.getByRole('alert')).toContainText('She danced.')
  await expect(he.getByRole('alert')).toContainText('Female')
  await expect(he.getByLabel('Place of birth')).toHaveValue('Odesa')
  await he.getByLabel('About them').fill('She danced and sang.')
  await saveIn(he).click()
  await expect(he).toBeHidden()
  expect(await person.api.familyMembers.get({ id: memberId })).toMatchObject({
    bio: 'She danced and sang.',
    placeOfBirth: 'Odesa',
    birthName: 'Koval',
    sex: 'other',
  })
})

test('a page of a book that is made anew while somebody rewords it keeps their words', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  const book = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds: [storyId] })
  await page.goto(`/app/storybooks/${book.id}?page=3`)
  await page.getByRole('button', { name: 'Edit page 3' }).click()
  const dialog = dialogOf(page, 'Edit page')
  const words = dialog.getByLabel('Title', { exact: true })
  await words.fill('Apples, and pears')

  const isRead = page.waitForEvent('requestfinished', (asked) => asked.url().includes('storybooks/pages'))
  await person.api.storybooks.layOut({ id: book.id, baseVersion: book.version })
  await isRead
  await twoFrames(page)
  await expect(words).toHaveValue('Apples, and pears')
  await saveIn(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('It may have been deleted.')
  await expect(words).toHaveValue('Apples, and pears')
})

test('a prompt and a playlist open on two devices keep what was written on both, or tell the second', async ({
  page,
  person,
  browser,
  server,
}) => {
  const prompt = await person.api.prompts.create({ id: newId(), text: 'Who baked the bread?' })
  await person.api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds: [prompt.id] })
  const phone = await deviceOf(browser, server, person)
  const open = async (one: Page, of: string) => {
    await one.goto('/app/prompts')
    await one.getByRole('button', { name: `More for “${of}”` }).click()
    await one.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  }

  for (const one of [page, phone]) await open(one, 'Who baked the bread?')
  const [tablet, small] = [dialogOf(page, 'Edit Prompt'), dialogOf(phone, 'Edit Prompt')]
  await expect(small.getByLabel('Question')).toHaveValue('Who baked the bread?')
  await tablet.getByLabel('Question').fill('Who baked the rye bread?')
  await tablet.getByLabel('Category').selectOption('Childhood Memories')
  await saveIn(tablet).click()
  await expect(tablet).toBeHidden()
  await small.getByLabel('Question').fill('Who baked the white bread?')
  await saveIn(small).click()
  await expect(small.getByRole('alert')).toContainText('Who baked the rye bread?')
  await expect(small.getByLabel('Question')).toHaveValue('Who baked the white bread?')
  await saveIn(small).click()
  await expect(small).toBeHidden()
  expect(await person.api.prompts.get({ id: prompt.id })).toMatchObject({
    text: 'Who baked the white bread?',
    category: 'Childhood Memories',
  })

  for (const one of [page, phone]) await open(one, 'Kitchen')
  const [list, other] = [dialogOf(page, 'Edit Playlist'), dialogOf(phone, 'Edit Playlist')]
  await expect(other.getByLabel('Name')).toHaveValue('Kitchen')
  await list.getByLabel('Name').fill('The old kitchen')
  await saveIn(list).click()
  await expect(list).toBeHidden()
  await other.getByLabel('Name').fill('Grandma’s kitchen')
  await saveIn(other).click()
  await expect(other.getByText('The old kitchen')).toBeVisible()
  await expect(other.getByLabel('Name')).toHaveValue('Grandma’s kitchen')
  await saveIn(other).click()
  await expect(other).toBeHidden()
  expect((await person.api.prompts.playlists({ list: 'own' })).items[0]?.name).toBe('Grandma’s kitchen')
})

test('what somebody says of themselves, and of a story, on two devices at once stays, or is told on the second', async ({
  page,
  person,
  browser,
  server,
}) => {
  const phone = await deviceOf(browser, server, person)
  const saveOn = (one: Page) => one.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  // The button cannot be pressed while saving either, but only afterwards does it have the attribute, because there is nothing to
  // save.
  const isSaved = (one: Page) => expect(saveOn(one)).toHaveAttribute('disabled')
  for (const one of [page, phone]) await one.goto('/app/profile')
  await phone.getByLabel('Bio').fill('I sing.')
  await phone.getByLabel('Phone').fill('0041 44 000 00 00')
  await page.getByLabel('Bio').fill('I bake, as my mother did.')
  await page.getByLabel('Location').fill('Lviv')
  await saveOn(page).click()
  await isSaved(page)

  await saveOn(phone).click()
  await expect(phone.getByRole('alert')).toContainText(told)
  await expect(phone.getByRole('alert')).toContainText('I bake, as my mother did.')
  await expect(phone.getByLabel('Bio')).toHaveValue('I sing.')
  await expect(phone.getByLabel('Location')).toHaveValue('Lviv')
  expect(await person.api.account.profile()).toMatchObject({ bio: 'I bake, as my mother did.', phone: '' })
  await phone.getByLabel('Bio').fill('I bake, as my mother did, and sing.')
  await saveOn(phone).click()
  await isSaved(phone)
  await expect(phone.getByRole('alert')).toHaveCount(0)
  expect(await person.api.account.profile()).toMatchObject({
    bio: 'I bake, as my mother did, and sing.',
    location: 'Lviv',
    phone: '0041 44 000 00 00',
  })
  // In the same form, which must not take its own change for another person's.
  await phone.getByLabel('Bio').fill('I sing.')
  await saveOn(phone).click()
  await expect.poll(async () => (await person.api.account.profile()).bio).toBe('I sing.')

  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  await person.api.comments.add({ storyId, id: newId(), text: 'In the cellar.' })
  for (const one of [page, phone]) {
    await one.goto(`/app/stories/${storyId}`)
    await one.getByRole('tab', { name: 'Comments' }).click()
    await one.getByRole('button', { name: 'Edit your comment' }).click()
  }
  await phone.getByLabel('Edit your comment').fill('In the attic.')
  await page.getByLabel('Edit your comment').fill('In the cellar, on straw.')
  await saveOn(page).click()
  await expect(page.getByLabel('Edit your comment')).toBeHidden()
  await saveOn(phone).click()
  await expect(phone.getByRole('alert')).toContainText('In the cellar, on straw.')
  await expect(phone.getByLabel('Edit your comment')).toHaveValue('In the attic.')
  const comments = async () => (await person.api.comments.list({ storyId })).items.map(({ text }) => text)
  expect(await comments()).toEqual(['In the cellar, on straw.'])
  await saveOn(phone).click()
  await expect(phone.getByLabel('Edit your comment')).toBeHidden()
  expect(await comments()).toEqual(['In the attic.'])
})
