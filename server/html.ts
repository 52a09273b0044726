import { escapeHtml } from '#contract/escape-markup.ts'

/** Finished HTML. Only `html` creates it, and escapes every string that it is given. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | null | false | Html | Html[]

/** Builds HTML from a template; text from people is escaped. */
export function html(markup: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(
    markup.reduce(
      (text, part, index) => text + part + (index < pieces.length ? written(pieces[index]) : ''),
      '',
    ),
  )
}

function written(piece: Piece | undefined): string {
  if (piece === undefined || piece === null || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(({ text }) => text).join('')
  return piece instanceof Html ? piece.text : escapeHtml(String(piece))
}
