import { askService, sentenceOfProblem } from './ask-service.ts'

/** Gives a key or a phone another name. Resolves with what was refused, else null. */
export async function renameFactor(factorId: string, friendlyName: string): Promise<string | null> {
  try {
    await askService('PATCH', `/factors/${factorId}`, { friendly_name: friendlyName })
    return null
  } catch (error) {
    return sentenceOfProblem(error)
  }
}
