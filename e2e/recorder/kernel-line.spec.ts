import { expect } from '@playwright/test'
import { freePort } from '../../server/testing/addresses.ts'
import { startServer } from '../server.ts'
import { canShape, type KernelLine, startKernelLine } from './kernel-line.ts'
import { spooledNow } from './profile.ts'
import { expectWhole, storedOriginals } from './stored.ts'
import { test as base, endSession, openStudio, record, recordedFor, stopAndCount } from './studio.ts'

const test = base.extend<object, { line: KernelLine }>({
  line: [
    async ({ settings: _ }, use) => {
      base.info().skip(!canShape, 'needs root, and a Linux whose tc can keep a line thin')
      const line = await startKernelLine()
      await use(line)
      await line.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ line }, use) => {
      const port = await freePort()
      const server = await startServer(
        { PORT: String(port), PUBLIC_URL: line.origin },
        '127.0.0.1',
        line.within,
      )
      await line.reach(port)
      await use({ ...server, origin: line.origin })
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

test('a line that the kernel keeps thin, and whose packets are lost, brings all of a recording', async ({
  page,
  person,
  server,
  line,
}) => {
  await openStudio(page, 'The telephone mast on the hill')
  line.narrow(400)
  await record(page)
  await recordedFor(page, 5)
  const counted = await stopAndCount(page)
  const spooled = await spooledNow(page)
  await endSession(page)
  await expect(page.getByTestId('delivery')).toBeVisible()
  expect(line.dropped()).toBeGreaterThan(10)
  await expect(page.getByTestId('delivery')).toHaveCount(0, { timeout: 90_000 })

  line.widen()
  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.bytes.equals(spooled)).toBe(true)
  expectWhole(stored?.path ?? '', counted)
})
