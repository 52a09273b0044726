import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastFailure } from './last-failure.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const change = (mutationFn: () => Promise<void>) => new MutationObserver(new QueryClient(), { mutationFn })

test('what failed is told until something else was asked for and has worked', async () => {
  const lost = new TypeError('Failed to fetch')
  const approve = change(() => Promise.reject(lost))
  const dismiss = change(() => Promise.resolve())
  const told = () => lastFailure(approve.getCurrentResult(), dismiss.getCurrentResult())
  expect(told()).toBeNull()
  await approve.mutate().catch(() => undefined)
  expect(told()).toBe(lost)

  vi.advanceTimersByTime(1_000)
  await dismiss.mutate()

  expect(told()).toBeNull()
})

/** Where the earlier failure is forgotten with each attempt, or where what could not be loaded is told, too. */
const otherwise = [
  'features/family/gedcom-dialog.tsx',
  'features/notices/push-devices.tsx',
  'features/profile/use-avatar.ts',
  'features/storybooks/chapters/chapters-dialog.tsx',
  'features/storybooks/reader/edit-page-dialog.tsx',
  'features/timeline/use-timeline.ts',
  'pages/storybook-page.tsx',
]

test('no screen tells an earlier failure in place of the last', () => {
  const web = join(import.meta.dirname, '..')
  const sources = globSync('{features,pages,shell,ui}/**/*.{ts,tsx}', { cwd: web })
  const first = sources.filter((path) =>
    /\.error \?\? \w+\.error/.test(readFileSync(join(web, path), 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(first.sort()).toEqual(otherwise)
})
