import { OpenAiCompatibleModel } from '../ai/openai-compatible-model.ts'
import { answers, standInEngine } from './speech-engine.ts'

/** An answer of a chat model in the format that OpenAI documents, with the given text. */
export function completion(text: string, finishReason = 'stop') {
  return answers.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: finishReason,
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
  })
}

/** An answer with a value in JSON, as structured output. */
export const structured = (value: unknown) => completion(JSON.stringify(value))

/** A text model that gives these answers in order, and the requests that it received. */
export async function modelWith(...said: Parameters<typeof standInEngine>) {
  const { url, asked } = await standInEngine(...said)
  return { asked, model: new OpenAiCompatibleModel({ url, key: 'sk', model: 'writer', timeoutMs: 60_000 }) }
}
