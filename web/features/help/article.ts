/** A help article as built into the app: its text as a tree, without any HTML. */
export type Article = { title: string; blocks: Block[] }

export type Block =
  | { type: 'heading'; id: string; text: string }
  | { type: 'paragraph'; words: Words[] }
  | { type: 'list'; isOrdered: boolean; items: Words[][] }
  | { type: 'note'; words: Words[] }
  /** A screenshot: a file in the folder `pictures`, named without its extension. */
  | { type: 'picture'; name: string; says: string }

export type Words =
  | string
  | { type: 'strong' | 'em' | 'key'; words: Words[] }
  | { type: 'link'; href: string; words: Words[] }

/** The text alone, for searching. */
function plainText(words: readonly Words[]): string {
  return words.map((one) => (typeof one === 'string' ? one : plainText(one.words))).join('')
}

/** The text of one block. */
export function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return block.text
    case 'picture':
      return block.says
    case 'list':
      return block.items.map(plainText).join(' ')
    case 'paragraph':
    case 'note':
      return plainText(block.words)
  }
}
