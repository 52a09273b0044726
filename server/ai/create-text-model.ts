import type { Env } from '../env.ts'
import { OpenAiCompatibleModel } from './openai-compatible-model.ts'
import type { TextModel } from './text-model.ts'

export const OPENAI_URL = 'https://api.openai.com/v1'

/** Creates the model that the settings choose; null where none writes text. */
export function createTextModel({ ai }: Pick<Env, 'ai'>): TextModel | null {
  const { model, url, key, timeoutMs } = ai
  if (model === undefined) return null
  return new OpenAiCompatibleModel({ model, url: url ?? OPENAI_URL, key, timeoutMs })
}
