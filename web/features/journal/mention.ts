/** A name being typed after an @: where the @ stands and what follows it so far. */
export type Mention = { start: number; query: string }

/** What is being mentioned at the caret; null where nothing is. An @ inside a word, as in an e-mail address, is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|[\s(“"'])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The speakers whose name, or a part of it, begins with what is typed. */
export function matching(speakers: readonly string[], query: string): string[] {
  const wanted = query.toLocaleLowerCase()
  return speakers.filter((name) => {
    const known = name.toLocaleLowerCase()
    return known.startsWith(wanted) || known.split(' ').some((word) => word.startsWith(wanted))
  })
}

/** The text with the name in place of what was typed, and where the caret goes. */
export function withMention(text: string, caret: number, { start }: Mention, name: string) {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
