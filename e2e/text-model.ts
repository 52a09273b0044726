import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'

export type TextModelStandIn = { url: string; close: () => void }

/**
 * Stands in for a text model: answers each question in OpenAI's documented format, with the result of `write` for its material.
 * Requested pictures are green rectangles; a picture whose prompt contains `refuses` is refused.
 */
export async function standInForTextModel(
  write: (material: string) => unknown,
  refuses?: string,
): Promise<TextModelStandIn> {
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#cfe3d4' } })
    .png()
    .toBuffer()
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as {
      messages?: { role: string; content: string }[]
      prompt?: string
    }
    if (refuses !== undefined && asked.prompt?.includes(refuses)) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"refused"}}')
      return
    }
    if (request.url?.endsWith('/images/generations')) {
      const drawn = { created: 1_780_000_000, data: [{ b64_json: picture.toString('base64') }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(drawn))
      return
    }
    const { messages = [] } = asked
    const material = messages.find(({ role }) => role === 'user')?.content ?? ''
    const content = JSON.stringify(write(material))
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_780_000_000,
        model: 'stand-in',
        choices: [
          { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', logprobs: null },
        ],
        usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
