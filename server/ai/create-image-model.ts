import type { Env } from '../env.ts'
import { OPENAI_URL } from './create-text-model.ts'
import type { ImageModel } from './image-model.ts'
import { OpenAiCompatibleImages } from './openai-compatible-images.ts'

/** Creates the model that the settings choose; null where none draws pictures. */
export function createImageModel({ aiImages }: Pick<Env, 'aiImages'>): ImageModel | null {
  const { model, url, key, timeoutMs } = aiImages
  if (model === undefined) return null
  return new OpenAiCompatibleImages({ model, url: url ?? OPENAI_URL, key, timeoutMs })
}
