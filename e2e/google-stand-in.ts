import type { BrowserContext, Page } from '@playwright/test'

type Asked = { url: URL; config: Record<string, unknown>; sound: Buffer }
type Answer = { status?: number; body: string }

/** Google's answer for a diarized piece: a result with the words, then one that repeats them with their speakers. */
export const spoken = (...words: string[]): Answer => {
  const timed = words.map((word, index) => ({
    word,
    startTime: `${(0.3 + index * 0.25).toFixed(2)}s`,
    endTime: `${(0.5 + index * 0.25).toFixed(2)}s`,
  }))
  const transcript = words.join(' ')
  const repeated = timed.map((word) => ({ ...word, speakerTag: 1 }))
  return {
    body: JSON.stringify({
      results: [
        { alternatives: [{ transcript, confidence: 0.93, words: timed }], languageCode: 'en-us' },
        { alternatives: [{ words: repeated }] },
      ],
      totalBilledTime: '15s',
    }),
  }
}

/** Google's answer when it refuses a request. */
export const refused = (code: number, status: string, message: string): Answer => ({
  status: code,
  body: JSON.stringify({ error: { code, status, message } }),
})

/** Stands in for speech.googleapis.com within the browser; the last answer is repeated. */
export async function standInForGoogle(context: BrowserContext) {
  const asked: Asked[] = []
  let answers: Answer[] = []
  await context.route('https://speech.googleapis.com/**', async (route) => {
    const request = route.request()
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })

    const { config, audio } = JSON.parse(request.postData() ?? '{}')
    asked.push({ url: new URL(request.url()), config, sound: Buffer.from(audio.content, 'base64') })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    await route.fulfill({ status: 200, contentType: 'application/json', headers, ...answer })
  })
  return {
    asked,
    answers: (...next: Answer[]) => {
      answers = next
    },
  }
}

/** Everything that the browser stores for this origin, as text. */
export function keptInBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        found.push(JSON.stringify(rows))
      }
      database.close()
    }
    return found.join('\n')
  })
}
