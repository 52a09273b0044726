import { expect } from '@playwright/test'
import { firstLoadMost, measureFirstLoad } from './first-load.ts'
import { test } from './test.ts'

test('the dashboard is light for whoever opens it first, and so is the studio on top of it', async ({
  page,
  person: _,
}) => {
  const { dashboard, studio } = await measureFirstLoad(page)

  expect(dashboard).toBeGreaterThan(50)
  expect(dashboard).toBeLessThanOrEqual(firstLoadMost.dashboard)
  expect(studio).toBeGreaterThan(20)
  expect(studio).toBeLessThanOrEqual(firstLoadMost.studio)
})
