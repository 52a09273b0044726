import { expect, test } from 'vitest'
import { provideAccess } from './request.ts'
import { sendFile } from './send-file.ts'

test('a file that is called off while the sign-in is renewed is not sent any more', async () => {
  const token = Promise.withResolvers<string>()
  provideAccess({
    fetch,
    token: () => token.promise,
    renewed: async () => null,
    userId: () => null,
  })
  const call = new AbortController()
  const sent = sendFile('/family.ged', { method: 'POST', file: new Blob(['0 HEAD']), signal: call.signal })

  call.abort()
  token.resolve('renewed')

  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
