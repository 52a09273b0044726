import { clock, type TranscriptDocument } from './document.ts'

/** A title and a paragraph a talk, as one reads it. */
export function toTxt({ title, date, talks }: TranscriptDocument): string {
  const head = [title, date].filter(Boolean).join('\n')
  const said = talks.map(({ speaker, startMs, text }) => `${label(speaker, startMs)}\n${text}`)
  return `${[head, ...said].join('\n\n')}\n`
}

function label(speaker: string, startMs: number): string {
  return speaker ? `${speaker} (${clock(startMs)})` : `(${clock(startMs)})`
}

/** The same in Markdown; what was said is never taken for markup. */
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
  // A paragraph that begins like a list or a line under a title would become one.
  return plain.replace(/^([+\-=]|\d+[.)])/, (mark) => mark.replace(/([+\-=.)])$/, String.raw`\$1`))
}

/** Everything, words and times included, for programs. */
export function toJson(document: TranscriptDocument): string {
  return `${JSON.stringify({ format: 'kinora-transcript', version: 1, ...document }, null, 2)}\n`
}
