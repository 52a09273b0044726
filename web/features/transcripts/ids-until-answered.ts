/**
 * Makes requests idempotent: a request gets an id, and a repetition of it gets the same id until the server has answered. So a request
 * whose answer was lost is not carried out twice.
 * @returns a function that answers with the id and the server's answer
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
