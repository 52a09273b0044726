import { askService, sentenceOfProblem } from './ask-service.ts'

/** Renames a key or a phone. Resolves with the sentence to show if it was refused, else null. */
export async function renameFactor(factorId: string, friendlyName: string): Promise<string | null> {
  try {
    await askService('PATCH', `/factors/${factorId}`, { friendly_name: friendlyName })
    return null
  } catch (error) {
    return sentenceOfProblem(error)
  }
}
