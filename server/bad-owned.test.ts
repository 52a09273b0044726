import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { expectForeseen } from './testing/hostile/answers.ts'
import { type OwnedCall, ownedCalls, type Prepared, prepare } from './testing/hostile/owned-calls.ts'
import { expectWhole, keepThingsOf, type OwnedThings } from './testing/hostile/owned-things.ts'
import { createTestKinora } from './testing/kinora.ts'

/*
 * Calls on existing uploads, chunks and files, correct or nearly so, by their owner and by another person: whatever was
 * acknowledged is stored to the byte. KINORA_CALLS sets the total number of calls, as for bad-input.test.ts.
 */
const CALLS = Number(process.env.KINORA_CALLS ?? 720)
const CALLS_OF_A_RUN = 24

const kinora = await createTestKinora()
const ana = await kinora.person('Ana')
const mallory = await kinora.person('Mallory')

// No time limit if a longer run than CI's is requested.
if (process.env.KINORA_CALLS !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })
/** How many calls got as far as the thing they were about, by kind and status. */
const reached: Record<string, number> = {}

test('what is on its way and what is stored stay whole, whatever is called and by whom', async () => {
  const property = fc.asyncProperty(ownedCalls, async (calls) => {
    const [anas, mallorys] = [
      await keepThingsOf(kinora, ana, 'wildgeese'),
      await keepThingsOf(kinora, mallory, 'cormorant'),
    ]
    for (const call of calls) await make(call, anas, mallorys)
    await expectWhole(kinora, anas)
    await expectWhole(kinora, mallorys)
  })
  const numRuns = Math.max(1, Math.round(CALLS / CALLS_OF_A_RUN))
  // Shrinking a failure to the fewest calls takes minutes, so it is left to whoever investigates it.
  const seed = process.env.KINORA_CALLS === undefined ? { seed: 1_943, endOnFailure: true } : {}
  await fc.assert(property, { numRuns, ...seed })

  expect(Object.keys(reached)).toEqual(
    expect.arrayContaining(['upload 204', 'chunk 200', 'file 200', 'file 206', 'file 416', 'procedure 200']),
  )
})

async function make({ by, asked }: OwnedCall, things: OwnedThings, strangers: OwnedThings): Promise<void> {
  const prepared = prepare(asked, things, strangers)
  const { path, method, headers, bytes } = prepared
  const hasBody = !['GET', 'HEAD'].includes(method)
  const init = { method, headers, ...(hasBody && { body: new Uint8Array(bytes) }) }
  const door = { owner: ana, stranger: mallory, nobody: kinora.app }[by]
  const response = await door.request(path, init)

  const isOpenedByAddress = asked.kind === 'file' && asked.damage === 'none'
  const isTheirs = by === 'owner' || isOpenedByAddress
  await expectForeseen(response.clone(), isTheirs ? strangers.word : things.word)
  const key = `${asked.kind} ${response.status}`
  if (isTheirs) reached[key] = (reached[key] ?? 0) + 1
  // OPTIONS is answered for everybody.
  else if (method !== 'OPTIONS')
    expect(response.status, `${by} ${method} ${path}`).toBeGreaterThanOrEqual(400)
  if (asked.kind === 'file' && asked.damage !== 'none') expect(response.status).toBeGreaterThanOrEqual(400)
  if (isOpenedByAddress && ['GET', 'HEAD'].includes(method) && !things.file.isDeleted)
    expect([200, 206, 304, 416]).toContain(response.status)
  if (isTheirs && response.ok) await note(asked, prepared, response, things)
}

/** Updates the model of what the server must have and what it may have, according to an acknowledgement. */
async function note(
  asked: OwnedCall['asked'],
  { method, headers, bytes }: Prepared,
  response: Response,
  { upload, recording, file }: OwnedThings,
): Promise<void> {
  if (asked.kind === 'procedure') {
    // The device's claims are wrong in this call, so the server must not accept the recording as complete.
    expect(asked.name).not.toBe('recordings.complete')
    if (asked.name === 'recordings.discard') recording.isDeleted = true
    if (asked.name === 'media.remove') file.isDeleted = true
    return
  }
  if (asked.kind === 'chunk') {
    expect(recording.isDeleted).toBe(false)
    expect(asked.digest).toBe('right')
    const kept = recording.chunks[asked.index]
    if (kept) expect(bytes.equals(kept)).toBe(true)
    else expect(recording.chunks.push(bytes) - 1).toBe(asked.index)
    return
  }
  if (asked.kind === 'file') {
    expect(file.isDeleted).toBe(false)
    const whole = Buffer.from(await response.arrayBuffer())
    const range = /bytes (\d+)-(\d+)\/(\d+)/.exec(response.headers.get('content-range') ?? '')
    expect(response.status).toBe(range ? 206 : 200)
    const [from, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, file.bytes.length]
    expect(end).toBeLessThanOrEqual(file.bytes.length)
    expect(response.headers.get('content-length')).toBe(String(end - from))
    if (method === 'GET') expect(whole.equals(file.bytes.subarray(from, end))).toBe(true)
    return
  }
  const offset = response.headers.get('upload-offset')
  if (method === 'DELETE') upload.isDeleted = true
  if (method === 'HEAD') expect(offset).toBe(String(upload.sent.length))
  if (method !== 'PATCH') return

  expect(upload.isDeleted).toBe(false)
  expect(headers['upload-offset']).toBe(String(upload.sent.length))
  expect(asked.checksum).toMatch(/none|right/)
  const accepted = bytes.subarray(0, Number(offset) - upload.sent.length)
  upload.sent = Buffer.concat([upload.sent, accepted])
  expect(offset).toBe(String(upload.sent.length))
}
