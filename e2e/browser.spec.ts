import { chromium, expect, test } from '@playwright/test'
import { browserArgs, browserProgram } from './browser.ts'

test('the browser of the tests keeps off everything that Playwright turns off', async () => {
  const server = await chromium.launchServer({ ...browserProgram, args: browserArgs })
  const lists = server
    .process()
    .spawnargs.filter((arg) => arg.startsWith('--disable-features='))
    .map((arg) => arg.slice('--disable-features='.length).split(','))
  await server.close()

  const heard = lists.at(-1)
  expect(lists.length).toBeGreaterThan(1)
  for (const list of lists) expect(heard).toEqual(expect.arrayContaining(list))
})
