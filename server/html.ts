import { escapeHtml } from '#contract/escape-markup.ts'

/** HTML that is finished: only `html` makes it, and everything that `html` is given as a string is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | null | false | Html | Html[]

/** Markup with values in it. Words of people become text, whatever they contain. */
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
