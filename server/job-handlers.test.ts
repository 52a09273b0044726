import { expect, test } from 'vitest'
import { createJobHandlers } from './job-handlers.ts'
import { createTestKinora } from './testing/kinora.ts'

const { services, auth } = await createTestKinora()

test('no job that waits for a text or image model takes the turn of one that does not', () => {
  const handlers = createJobHandlers(services, auth)

  expect(
    handlers
      .filter(({ turns }) => turns === 'asked')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['draw_picture', 'find_suggestions', 'read_story', 'write_chapter'])
})
