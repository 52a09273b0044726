/** What a family may have its books drawn in. */
export const pictureStyles = ['watercolour', 'pencil', 'ink', 'pastel', 'woodcut', 'gouache'] as const
export type PictureStyle = (typeof pictureStyles)[number]

/** What stands beside a picture that no hand drew, wherever a book goes. */
export const drawnByMachine = 'Drawn by a machine'
