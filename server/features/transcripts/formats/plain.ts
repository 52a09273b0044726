import { clock, type TranscriptDocument } from './document.ts'

/** Plain text for reading: the title and date, then a paragraph for each talk. */
export function toTxt({ title, date, talks }: TranscriptDocument): string {
  const head = [title, date].filter(Boolean).join('\n')
  const said = talks.map(({ speaker, startMs, text }) => `${label(speaker, startMs)}\n${text}`)
  return `${[head, ...said].join('\n\n')}\n`
}

function label(speaker: string, startMs: number): string {
  return speaker ? `${speaker} (${clock(startMs)})` : `(${clock(startMs)})`
}

/** As `toTxt`, in Markdown. Everything said is escaped, so that none of it is taken for markup. */
export function toMarkdown({ title, date, talks }: TranscriptDocument): string {
  const head = [`# ${escapeMarkdown(title)}`, ...(date ? [escapeMarkdown(date)] : [])]
  const said = talks.map(({ speaker, startMs, text }) => {
    const who = speaker ? `**${escapeMarkdown(speaker)}** ` : ''
    return `${who}(${clock(startMs)})\n\n${escapeMarkdown(text)}`
  })
  return `${[...head, ...said].join('\n\n')}\n`
}

function escapeMarkdown(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~&]/g, String.raw`\$&`)
  // A paragraph that begins like a list item, or like the underline of a heading, would be taken for one.
  return plain.replace(/^([+\-=]|\d+[.)])/, (mark) => mark.replace(/([+\-=.)])$/, String.raw`\$1`))
}

/** For programs: all that any format writes, with the words and their times. */
export function toJson(document: TranscriptDocument): string {
  return `${JSON.stringify({ format: 'kinora-transcript', version: 1, ...document }, null, 2)}\n`
}
