import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { appCode } from './authenticator.ts'
import { holdAnswer } from './hold-answer.ts'
import { loseAnswer } from './lose-answer.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const level1 = (page: Page) => page.getByRole('heading', { level: 1 })

/** Saves an edited comment, and returns a function that lets the answer through. */
async function saveComment(page: Page, person: Person) {
  const storyId = await writeStory(person)
  await person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await button(page, 'Edit your comment').click()
  const edited = page.getByLabel('Edit your comment')
  await edited.fill('So did we')
  const answer = await holdAnswer(page, 'comments/edit')
  await button(page, 'Save').click()
  return { edited, answer }
}

test('whoever writes on while a comment is being saved is not called back to it', async ({
  page,
  person,
}) => {
  const { edited, answer } = await saveComment(page, person)
  const box = page.getByLabel('Add a comment')
  await box.pressSequentially('And who ')
  await answer()
  await expect(edited).toBeHidden()
  await page.keyboard.type('baked?')
  await expect(box).toHaveValue('And who baked?')
  await expect(page.getByText('So did we')).toBeVisible()
})

test('whoever waits for a comment to be saved goes on at the button that began it', async ({
  page,
  person,
}) => {
  const { answer } = await saveComment(page, person)
  await answer()
  await expect(button(page, 'Edit your comment')).toBeFocused()
})

test('whoever has left the page of a story that is being deleted is not led to the list', async ({
  page,
  person,
}) => {
  const other = await writeStory(person, 'The orchard')
  await writeStory(person)
  await page.goto(`/app/stories/${other}/journal`)
  await expect(level1(page)).toHaveText('The orchard')
  await page.getByRole('link', { name: 'Stories', exact: true }).first().click()
  await page.getByRole('link', { name: 'The mill' }).click()
  await button(page, 'Delete').click()
  const answer = await holdAnswer(page, 'stories/delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await person.api.stories.list({})).items.length).toBe(1)
  await page.goBack()
  await expect(level1(page)).toHaveText('Stories')
  await page.goBack()
  const entry = page.getByLabel('Your entry')
  await entry.fill('There were plums')
  await answer()
  await expect(page.getByText('Story deleted successfully')).toBeVisible()
  await expect(level1(page)).toHaveText('The orchard')
  await expect(entry).toHaveValue('There were plums')
})

test('a comment that is being sent is not offered once more to whoever looks at another tab meanwhile', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  const box = page.getByLabel('Add a comment')
  await box.fill('So did we')
  const answer = await holdAnswer(page, 'comments/add')
  await button(page, 'Add Comment').click()
  await page.getByRole('tab', { name: 'Summary' }).click()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect(box).toHaveValue('So did we')
  await expect(box).not.toBeEditable()
  await expect(button(page, 'Add Comment')).toBeDisabled()
  await answer()
  await expect(box).toHaveValue('')
  await expect(box).toBeEditable()
  await page.reload()
  await expect(page.getByText('So did we')).toHaveCount(1)
  await expect(box).toHaveValue('')
})

test('a comment whose answer was lost while another tab was looked at is sent again as the same one', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  const lost = await loseAnswer(page, 'comments/add')
  await page.getByLabel('Add a comment').fill('So did we')
  await button(page, 'Add Comment').click()
  await page.getByRole('tab', { name: 'Summary' }).click()
  await page.getByRole('tab', { name: 'Comments' }).click()
  lost()
  await expect(page.getByText('Kinora cannot be reached just now.')).toBeVisible()
  await button(page, 'Add Comment').click()
  await expect(page.getByLabel('Add a comment')).toHaveValue('')
  expect((await person.api.comments.list({ storyId })).items).toHaveLength(1)
})

test('an entry that is being added is not offered once more to whoever looks at another page meanwhile', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  await page.goto(`/app/stories/${storyId}/journal`)
  const entry = page.getByRole('textbox', { name: /^Your (next )?entry$/ })
  const add = button(page, 'Add Entry')
  await entry.fill('The ships came in')
  const answer = await holdAnswer(page, 'stories/putNote')
  await add.click()
  const lookElsewhere = async () => {
    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click()
    await expect(level1(page)).toHaveText('Prompts')
    await page.goBack()
  }
  await lookElsewhere()
  await expect(entry).toHaveValue('The ships came in')
  await expect(add).toBeDisabled()
  // What is written there since is another entry, and stays.
  await entry.fill('Father was not on board.')
  await lookElsewhere()
  await expect(entry).toHaveValue('Father was not on board.')
  await answer()
  await expect(add).toBeEnabled()
  await page.reload()
  await expect(entry).toHaveValue('Father was not on board.')
  await add.click()
  await expect(entry).toHaveValue('')
  expect((await person.api.stories.get({ id: storyId })).notes.map(({ text }) => text)).toEqual([
    'The ships came in',
    'Father was not on board.',
  ])
})

/** Opens a story, and from there another by the search palette: Back leads to the first. */
async function fromStoryToStory(page: Page, person: Person) {
  const first = await writeStory(person, 'The orchard')
  await writeStory(person)
  await page.goto(`/app/stories/${first}`)
  await expect(level1(page)).toHaveText('The orchard')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('mill')
  await page.getByRole('option', { name: 'The mill' }).click()
  await expect(level1(page)).toHaveText('The mill')
}

test('a form with the words of one story does not stay open over another', async ({ page, person }) => {
  await fromStoryToStory(page, person)
  await button(page, 'Edit').click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('The mill')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The orchard', includeHidden: true })).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the question whether a story is to be deleted does not stay open over another', async ({
  page,
  person,
}) => {
  // A page that hears that its story is gone closes the question by itself.
  await unheardServer(page, person)
  await fromStoryToStory(page, person)
  await button(page, 'Delete').click()
  const question = page.getByRole('alertdialog')
  const answer = await holdAnswer(page, 'stories/delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The orchard', includeHidden: true })).toBeAttached()
  await expect(question).toBeHidden()
  await answer()
  await expect(page.getByText('Story deleted successfully')).toBeVisible()
  await expect(level1(page)).toHaveText('The orchard')
})

test('whoever has gone back from a story that is being made is not led to it', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/stories')
  await button(page, 'New Story').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('The mill')
  const answer = await holdAnswer(page, 'stories/create')
  await dialog.getByRole('button', { name: 'Write a Journal Entry' }).click()
  await expect(dialog.getByLabel('Title')).not.toBeEditable()
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await answer()
  await expect(page.getByText('Story added successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'The mill' })).toBeVisible()
  await expect(level1(page)).toHaveText('Stories')
})

test('a dialog stays while what it asked for is on its way, and closes nothing that was opened since', async ({
  page,
  person,
}) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await page.goto('/app/prompts')
  await button(page, 'More for “Who baked?”').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill('Who baked the bread?')
  const saved = await holdAnswer(page, 'prompts/update')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(dialog).toBeVisible()
  await saved()
  await expect(dialog).toBeHidden()

  await button(page, 'More for “Who baked the bread?”').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const sure = page.getByRole('alertdialog')
  const deleted = await holdAnswer(page, 'prompts/delete')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(sure).toBeVisible()
  await deleted()
  await expect(sure).toBeHidden()
  await expect(page.getByText('Who baked the bread?')).toBeHidden()
})

test('an authenticator app that has just been proven cannot be given up before its recovery codes are there', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/settings')
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await page.getByTestId('app-secret').innerText()
  const codes = await holdAnswer(page, '/auth/v1/factors/recovery-codes*')
  await page.getByLabel('Six-digit code').fill(appCode(secret))
  await expect(dialog.getByRole('button', { name: 'Switch it on' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await codes()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await button(page, 'I have kept them').click()
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()
})

test('a connection that has gone silent is told after a while, and what was entered is sent again', async ({
  page,
  person,
}) => {
  await page.clock.install()
  await page.goto('/app/prompts')
  await button(page, 'New Prompt').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill('Who baked?')
  const silent = page.waitForRequest('**/rpc/prompts/create')
  await page.route('**/rpc/prompts/create', () => undefined, { times: 1 })
  await dialog.getByRole('button', { name: 'Create Prompt' }).click()
  await silent
  await page.clock.fastForward(limits.answerSeconds * 1_000)
  await expect(dialog.getByText('Kinora cannot be reached just now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(dialog).toBeHidden()
  expect((await person.api.prompts.list({ list: 'own' })).items.map(({ text }) => text)).toEqual([
    'Who baked?',
  ])
})

test('whoever opens a menu while a question is being put back keeps it open', async ({ page, person }) => {
  const questions = ['Who baked?', 'Who sang?']
  const promptIds = await Promise.all(
    questions.map(async (text) => (await person.api.prompts.create({ id: newId(), text })).id),
  )
  const list = await person.api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds })
  await page.goto(`/app/prompts/playlists/${list.id}`)
  await button(page, 'More for “Who baked?”').click()
  await page.getByRole('menuitem', { name: 'Take out of this playlist' }).click()
  const back = button(page, 'Put it back')
  await expect(back).toBeFocused()
  const answer = await holdAnswer(page, 'prompts/updatePlaylist')
  await back.click()
  await button(page, 'More for “Kitchen”').click()
  await answer()
  await expect(back).toBeHidden()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Kitchen')
})

test('what is chosen in a form holds still while it is on its way, and keeps the focus', async ({
  page,
  person,
}) => {
  await page.goto('/app/family')
  await button(page, 'Add Family Member').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  const list = dialog.getByLabel('Relationship to you')
  const tick = dialog.getByLabel('No longer living')
  const chosen = await list.inputValue()
  const answer = await holdAnswer(page, 'familyMembers/create')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(list).toBeDisabled()
  await expect(tick).toBeDisabled()
  await list.focus()
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeFocused()
  // Imitates the picker of a phone that was opened before.
  await list.evaluate((select: HTMLSelectElement) => {
    select.selectedIndex = 3
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(list).toHaveValue(chosen)
  await tick.focus()
  await page.keyboard.press('Space')
  await expect(tick).toBeFocused()
  await dialog.getByText('No longer living').click({ force: true })
  await expect(tick).not.toBeChecked()
  await answer()
  await expect(dialog).toBeHidden()
  const { items } = await person.api.familyMembers.list({})
  expect(items.find(({ firstName }) => firstName === 'Vera')).toMatchObject({
    relationship: chosen,
    isDeceased: false,
  })
})

test('a button whose work is under way keeps the focus, and sends nothing twice', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/prompts')
  await button(page, 'New Prompt').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill('Who baked?')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/prompts/create')) sent += 1
  })
  const answer = await holdAnswer(page, 'prompts/create')
  const create = dialog.getByRole('button', { name: 'Create Prompt' })
  await create.press('Enter')
  await expect(create).toBeDisabled()
  await expect(create).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await answer()
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
})

test('changes are heard of again after a stream of them has gone silent', async ({ page, person }) => {
  await page.clock.install()
  await page.goto('/app/stories')
  await expect(page.getByText('No stories yet')).toBeVisible()
  await writeStory(person, 'The orchard')
  // The page has heard of it, so nothing of the stream is still under way: what arrives while the clock is put forward would
  // count as heard at the later time.
  await expect(page.getByRole('link', { name: 'The orchard' })).toBeVisible()
  // Imitates a device after sleep: the connection seems open, but nothing arrives through it.
  const again = page.waitForRequest('**/rpc/live/changes')
  await page.clock.fastForward(2 * limits.livePingSeconds * 1_000)
  await page.clock.fastForward(2_000)
  await again
  await writeStory(person, 'The harbour')
  await expect(page.getByRole('link', { name: 'The harbour' })).toBeVisible()
})
