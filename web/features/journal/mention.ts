/** A name being typed after an @: the position of the @, and what follows it so far. */
export type Mention = { start: number; query: string }

/** The mention being typed at the caret, or null. An @ within a word, as in an e-mail address, does not count. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|[\s(“"'])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The speakers with a name, or part of a name, that begins with the typed text. */
export function matching(speakers: readonly string[], query: string): string[] {
  const wanted = query.toLocaleLowerCase()
  return speakers.filter((name) => {
    const known = name.toLocaleLowerCase()
    return known.startsWith(wanted) || known.split(' ').some((word) => word.startsWith(wanted))
  })
}

/** The text with the typed part replaced by the full name, and the new position of the caret. */
export function withMention(text: string, caret: number, { start }: Mention, name: string) {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
