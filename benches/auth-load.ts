import { Agent, request } from 'node:http'

/**
 * Sends JSON requests in sequence over one connection per start; each request depends on the last answer. Returns requests per
 * second.
 */
export async function chains(
  url: string,
  starts: object[],
  seconds: number,
  next: (answer: Record<string, unknown>, start: object) => object,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: starts.length })
  const began = performance.now()
  let done = 0
  await Promise.all(
    starts.map(async (start, index) => {
      let body = start
      while (performance.now() < began + seconds * 1000) {
        body = next(await post(agent, url, body), body)
        done += 1
      }
      // The next round continues from here.
      starts[index] = body
    }),
  )
  agent.destroy()
  // Measured until now, because the last requests end after the time is up.
  return (done * 1000) / (performance.now() - began)
}

function post(agent: Agent, url: string, body: object): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } })
    asking.on('error', reject)
    asking.on('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}: ${text}`))
      else resolve(JSON.parse(text))
    })
    asking.end(JSON.stringify(body))
  })
}

/** How long each of several requests takes. They alternate, so that other load on the machine affects all of them alike. */
export async function timesOf(requests: (() => Promise<unknown>)[], tries: number): Promise<number[][]> {
  const times: number[][] = requests.map(() => [])
  for (let round = 0; round < tries; round += 1) {
    // Each round begins with another request, so that their order does not matter.
    const turn = requests.map((ask, index) => ({ ask, index }))
    for (const { ask, index } of [
      ...turn.slice(round % turn.length),
      ...turn.slice(0, round % turn.length),
    ]) {
      const began = performance.now()
      await ask()
      times[index]?.push(performance.now() - began)
    }
  }
  return times
}
