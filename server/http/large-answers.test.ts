import { gunzipSync } from 'node:zlib'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../testing/kinora.ts'
import { LARGE } from './large-answers.ts'

const { app, person } = await createTestKinora()

/** A journal of that many entries of a kilobyte, and how it is asked for whole. */
async function journalOf(entries: number) {
  const { client, accessToken } = await person()
  const id = newId()
  await client.stories.create({ id, title: 'The diary', method: 'journal' })
  for (let day = 1; day <= entries; day += 1) {
    const text = `Day ${day}. ${'We walked along the river. '.repeat(36)}Привіт`
    await client.stories.putNote({ storyId: id, id: newId(), text, timestamp: '00:00' })
  }
  const ask = (taken: Record<string, string>) =>
    app.request('/rpc/stories/get', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...taken },
      body: JSON.stringify({ json: { id } }),
    })
  return { ask, story: await client.stories.get({ id }) }
}

test('a large answer goes out smaller to who takes it so, and is the same', async () => {
  const { ask, story } = await journalOf(80)
  const answer = await ask({ 'accept-encoding': 'gzip, deflate, br' })

  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('vary')).toContain('Accept-Encoding')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  expect(bytes.length).toBeLessThan(LARGE / 4)
  expect(JSON.parse(gunzipSync(bytes).toString()).json).toEqual(story)
})

test('it goes out as it is to who does not take it smaller, and so does a small one to everybody', async () => {
  const [large, small] = [await journalOf(80), await journalOf(2)]
  for (const { answer, story } of [
    { answer: await large.ask({}), story: large.story },
    { answer: await large.ask({ 'accept-encoding': 'br' }), story: large.story },
    { answer: await large.ask({ 'accept-encoding': 'br, gzip;q=0' }), story: large.story },
    { answer: await small.ask({ 'accept-encoding': 'gzip' }), story: small.story },
  ]) {
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(((await answer.json()) as { json: unknown }).json).toEqual(story)
  }
})
