/**
 * Asks for something under an id of its own, and under the same until it is answered: what was done, and only its answer was lost, is
 * then not done twice.
 * @returns the id, too
 */
export function idsUntilAnswered(newId: () => string) {
  const unanswered = new Map<string, string>()
  return async <Answer>(what: string, ask: (id: string) => Promise<Answer>): Promise<[string, Answer]> => {
    const id = unanswered.get(what) ?? newId()
    unanswered.set(what, id)
    const answer = await ask(id)
    unanswered.delete(what)
    return [id, answer]
  }
}
