import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { deviceWith, makeLink, newDeviceKey } from '../../testing/recording-links.ts'

const { app, person } = await createTestKinora()

test('whoever tries links that do not exist is told to wait before the database is asked for ever more, and a phone that records beside them is not', async () => {
  const { address } = await makeLink(await person())
  const phone = deviceWith(app, address)
  await phone.client.recordingLinks.open()
  const answers: string[] = []
  for (let tried = 0; tried < 65; tried += 1) {
    const invented = deviceWith(app, `http://localhost/record/${uuidv7()}#${newDeviceKey()}`)
    answers.push(
      await invented.client.recordingLinks.open().then(
        () => 'opened',
        ({ code }) => code,
      ),
    )
  }

  expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'LINK_UNKNOWN'))
  expect(answers.slice(60)).toEqual(Array.from({ length: 5 }, () => 'TOO_MANY_REQUESTS'))
  const report = phone.client.recordingLinks.report({ state: 'recording', level: 5, keptMs: 9, sentMs: 9 })
  await expect(report).resolves.toMatchObject({ isOpen: true })
})
