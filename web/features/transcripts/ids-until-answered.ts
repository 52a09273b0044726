/**
 * Makes requests idempotent: a request gets an id, and a repetition of it gets the same id until the server has answered. So a request
 * whose answer was lost is not carried out twice.
 * @param isOver whether what was asked under an id was carried out and taken back since: it has to be asked under another one then
 * @returns a function that answers with the id and the server's answer
 */
export function idsUntilAnswered(newId: () => string, isOver: (id: string) => boolean = () => false) {
  const unanswered = new Map<string, string>()
  return async <Answer>(what: string, ask: (id: string) => Promise<Answer>): Promise<[string, Answer]> => {
    const known = unanswered.get(what)
    const id = known === undefined || isOver(known) ? newId() : known
    unanswered.set(what, id)
    const answer = await ask(id)
    unanswered.delete(what)
    return [id, answer]
  }
}
