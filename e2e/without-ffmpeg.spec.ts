import { expect } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { openStudio, test } from './recorder/studio.ts'

/** A machine with no programs but Node, and with a speech engine configured. */
test.use({ settings: { PATH: '', SPEECH_ENGINE: 'command', SPEECH_COMMAND: '/opt/hear' } })

test('where ffmpeg is missing, Settings and Session Settings say that nothing becomes text, and what helps', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/settings')
  const words = page.getByRole('region', { name: 'Words' })
  await expect(words.getByText('ffmpeg is missing on this server')).toBeVisible()
  await expect(words.getByText('can install ffmpeg and start Kinora again')).toBeVisible()
  await expect(words.getByText('It hears new recordings by itself')).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await openStudio(page, 'Kept all the same')
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await expect(page.getByText('ffmpeg is missing on this server')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Auto-transcription' })).toBeDisabled()
  await expect(page.getByText(', ready.')).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])
})
