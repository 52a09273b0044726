import { patientFetch } from '../patient-fetch.ts'
import { failureOf } from './failure-of.ts'
import type { Question, TextModel } from './text-model.ts'

export type TextModelSettings = { url: string; key: string | undefined; model: string; timeoutMs: number }

/** After this many retries a hiccup is over. For anything longer the job should wait in the queue, and not a process. */
const RETRIES = 2
/** How often a model is asked: after a nonsensical answer it may do better the second time, but hardly ever after that. */
const NONSENSE_MAX = 2

/** Any server with `/chat/completions`: OpenAI, Groq, Mistral, Ollama, llama.cpp, vLLM and similar ones. */
export class OpenAiCompatibleModel implements TextModel {
  readonly label: string
  readonly #settings: TextModelSettings

  constructor(settings: TextModelSettings) {
    this.#settings = settings
    this.label = settings.model
  }

  async ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#ask(question, signal)
      } catch (error) {
        const failure = await failureOf(error, signal)
        if (failure.code !== 'NONSENSE' || tries === NONSENSE_MAX) throw failure
      }
    }
  }

  async #ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> {
    const { url, key, model, timeoutMs } = this.#settings
    // Loaded at the first use: most servers have no model, and should not start more slowly for it.
    const [{ generateText, Output }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ])
    const provider = createOpenAICompatible({
      name: 'model',
      baseURL: url,
      ...(key === undefined ? {} : { apiKey: key }),
      supportsStructuredOutputs: true,
      fetch: patientFetch,
      ...(isOpenAi(url) ? { transformRequestBody: asOpenAiCallsIt } : {}),
    })
    const { output } = await generateText({
      model: provider(model),
      instructions: question.instructions,
      prompt: question.material,
      output: Output.object({ schema: question.answer }),
      maxOutputTokens: question.tokensMax,
      maxRetries: RETRIES,
      abortSignal: signal,
      timeout: timeoutMs,
    })
    return output
  }
}

const isOpenAi = (url: string) => new URL(url).hostname === 'api.openai.com'

/** OpenAI's newer models reject the old name of the token limit; most other servers know no other name. */
function asOpenAiCallsIt({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens }
}
