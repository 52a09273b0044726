import { patientFetch } from '../patient-fetch.ts'
import { failureOf } from './failure-of.ts'
import type { ImageModel } from './image-model.ts'
import type { TextModelSettings } from './openai-compatible-model.ts'
import { TextFailure } from './text-failure.ts'

const RETRIES = 2
const SIZE = '1024x1024'

/** Any server with `/images/generations`: OpenAI, LocalAI, stable-diffusion.cpp and similar ones. */
export class OpenAiCompatibleImages implements ImageModel {
  readonly label: string
  readonly #settings: TextModelSettings

  constructor(settings: TextModelSettings) {
    this.#settings = settings
    this.label = settings.model
  }

  async draw(prompt: string, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#draw(prompt, signal)
    } catch (error) {
      throw error instanceof TextFailure ? error : await failureOf(error, signal)
    }
  }

  async #draw(prompt: string, signal: AbortSignal): Promise<Uint8Array> {
    const { url, key, model, timeoutMs } = this.#settings
    // Loaded at the first use: most servers have no model, and should not start more slowly for it.
    const [{ generateImage }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ])
    const provider = createOpenAICompatible({
      name: 'model',
      baseURL: url,
      ...(key === undefined ? {} : { apiKey: key }),
      fetch: onlyWhereItIsSaid(url),
    })
    const { image } = await generateImage({
      model: provider.imageModel(model),
      prompt,
      n: 1,
      size: SIZE,
      // OpenAI's newer models always answer with bytes, and reject a request that asks for them.
      providerOptions: { model: model.startsWith('gpt-image') ? {} : { response_format: 'b64_json' } },
      maxRetries: RETRIES,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    return image.uint8Array
  }
}

/**
 * A `fetch` that reaches only the operator's address: the key is sent nowhere else, and an address that an answer names is not
 * fetched.
 */
function onlyWhereItIsSaid(url: string): typeof fetch {
  return (input, init) => {
    const asked = input instanceof Request ? input.url : String(input)
    if (!asked.startsWith(`${url}/`)) throw new TextFailure('REQUEST_REFUSED', 'the picture lies elsewhere')
    return patientFetch(input, init)
  }
}
