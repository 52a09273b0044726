/** The styles in which a family may have its books illustrated. */
export const pictureStyles = ['watercolour', 'pencil', 'ink', 'pastel', 'woodcut', 'gouache'] as const
export type PictureStyle = (typeof pictureStyles)[number]

/** The label beside a picture drawn by a machine, in every format of a book. */
export const drawnByMachine = 'Drawn by a machine'
