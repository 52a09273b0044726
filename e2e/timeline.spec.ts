import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { test } from './test-with-database.ts'

const lives = (page: Page) => page.getByRole('list', { name: 'Lives' }).getByRole('link')
const stories = (page: Page) => page.getByRole('list', { name: 'Stories' }).getByRole('link')
const leftOf = async (page: Page, name: string) => {
  const box = await page.getByRole('link', { name: new RegExp(`^${name}`) }).boundingBox()
  if (!box) throw new Error(`${name} is not on the line`)
  return box.x
}

test('lives and stories stand on one line of years, also those whose dates nobody knows for sure, and it is zoomed by its buttons', async ({
  page,
  person,
}) => {
  const add = (firstName: string, dateOfBirth: string, dateOfDeath = '') =>
    person.api.familyMembers.create({
      id: uuidv7(),
      firstName,
      lastName: 'Petrova',
      dateOfBirth,
      dateOfDeath,
    })
  await add('Olga', 'about 1905', 'between 1970 and 1979')
  await add('Vera', '1931-05-02')
  await add('Nobody', '')
  const told = (title: string, date: string) =>
    person.api.stories.create({ id: uuidv7(), title, method: 'journal', date })
  await told('The flood', 'before 1950')
  await told('The wedding', 'um 1961')

  await page.goto('/app/labs')
  await page.getByRole('link', { name: /Try It Out.*Timeline/ }).click()
  await expect(lives(page)).toHaveCount(2)
  await expect(lives(page).filter({ hasText: 'Olga' })).toContainText(
    'born about 1905, died between 1970 and 1979',
  )
  await expect(stories(page)).toHaveCount(2)
  expect(await leftOf(page, 'Olga')).toBeLessThan(await leftOf(page, 'Vera'))
  expect(await leftOf(page, 'The flood')).toBeLessThan(await leftOf(page, 'The wedding'))
  expect(await accessibilityFindings(page)).toEqual([])

  const apart = async () => (await leftOf(page, 'Vera')) - (await leftOf(page, 'Olga'))
  const before = await apart()
  await page.getByRole('button', { name: 'Look closer' }).click()
  await expect.poll(apart).toBeGreaterThan(before * 1.3)
  await page.getByRole('button', { name: 'See all years' }).click()
  await expect.poll(apart).toBeCloseTo(before, 0)
  await lives(page).filter({ hasText: 'Vera' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera Petrova')
})

test('the keys zoom the line, and with Ctrl they are left to the browser', async ({ page, person }) => {
  await person.api.familyMembers.create({
    id: uuidv7(),
    firstName: 'Vera',
    lastName: 'Petrova',
    dateOfBirth: '1931-05-02',
  })
  await page.goto('/app/labs/timeline')
  const frame = page.getByRole('group', { name: 'Years, stories and lives' })
  const all = page.getByRole('button', { name: 'See all years' })
  await frame.press('Control+=')
  await expect(all).toBeDisabled()
  await frame.press('=')
  await expect(all).toBeEnabled()
  await frame.press('Control+0')
  await expect(all).toBeEnabled()
  await frame.press('0')
  await expect(all).toBeDisabled()
})

test('a story that is told meanwhile comes onto the line, and one that is deleted leaves it', async ({
  page,
  person,
}) => {
  const id = uuidv7()
  await page.goto('/app/labs/timeline')
  await expect(page.getByText('No years yet')).toBeVisible()

  await person.api.stories.create({ id, title: 'The harvest', method: 'journal', date: 'autumn 1958' })
  await expect(stories(page)).toHaveText([/The harvest, autumn 1958/])

  await person.api.stories.delete({ id })
  await expect(page.getByText('No years yet')).toBeVisible()
})

test('the years that somebody has gone to stay in sight when the line grows longer', async ({
  page,
  person,
}) => {
  const add = (firstName: string, dateOfBirth: string) =>
    person.api.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova', dateOfBirth })
  await add('Olga', '1905')
  await page.goto('/app/labs/timeline')
  await expect(lives(page)).toHaveCount(1)
  for (let times = 0; times < 7; times += 1)
    await page.getByRole('button', { name: 'Look closer' }).press('Enter')
  const frame = page.getByRole('group', { name: 'Years, stories and lives' })
  await frame.evaluate((element) => {
    const gone = new Promise((done) => element.addEventListener('scroll', done, { once: true }))
    element.scrollLeft = 0
    return gone
  })
  const olga = page.getByText('Olga Petrova', { exact: true })
  await expect(olga).toBeInViewport()

  await add('Ivan', '1880')
  await expect(lives(page)).toHaveCount(2)
  await expect(olga).toBeInViewport()
})

test('of a large family those who are closest to oneself are on the line, and the others come in portions', async ({
  page,
  person,
  world,
}) => {
  await world.asOwner(
    `insert into family_members (user_id, id, first_name, last_name, relationship, date_of_birth)
     select $1, gen_random_uuid(), 'Bo' || translate(nr::text, '0123456789', 'abcdefghij'), 'Kos', 'Other', (1700 + nr % 300)::text
     from generate_series(1, 1_000) nr`,
    [person.id],
  )
  const olga = { id: uuidv7(), firstName: 'Olga', lastName: 'Petrova', dateOfBirth: '1950' }
  await person.api.familyMembers.create({ ...olga, relationship: 'Parent' })
  await page.goto('/app/labs/timeline')
  await expect(lives(page)).toHaveCount(60)
  await expect(lives(page).filter({ hasText: 'Olga Petrova' })).toBeVisible()
  await expect(page.getByText('60 people are shown, those closest to you first.')).toBeVisible()

  const more = page.getByRole('button', { name: 'Show more people' })
  await expect(more).toHaveText('Show more people (941)')
  await page.getByRole('button', { name: 'Look closer' }).click()
  await expect(page.getByRole('button', { name: 'See all years' })).toBeEnabled()
  await expect(lives(page)).toHaveCount(60)
  await more.press('Enter')
  await expect(lives(page)).toHaveCount(120)
  await expect(lives(page).filter({ hasText: 'Olga Petrova' })).toHaveCount(1)
  await expect(more).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
})
