import { OpenAiCompatibleModel } from '../ai/openai-compatible-model.ts'
import { answers, standInEngine } from './speech-engine.ts'

/** An answer of a chat model in the shape that OpenAI documents, its text as given. */
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

/** An answer that is what was asked for, as JSON. */
export const structured = (value: unknown) => completion(JSON.stringify(value))

/** A text model that gives these answers, one after the other, and what it was asked. */
export async function modelWith(...said: Parameters<typeof standInEngine>) {
  const { url, asked } = await standInEngine(...said)
  return { asked, model: new OpenAiCompatibleModel({ url, key: 'sk', model: 'writer', timeoutMs: 60_000 }) }
}
