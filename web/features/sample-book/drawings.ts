import again from './drawings/again.svg'
import bell from './drawings/bell.svg'
import cover from './drawings/cover.svg'
import fog from './drawings/fog.svg'
import lamp from './drawings/lamp.svg'
import pears from './drawings/pears.svg'
import shed from './drawings/shed.svg'
import song from './drawings/song.svg'

/** The pictures of the sample book by id: squares, drawn for it. */
export const drawings: ReadonlyMap<string, { url: string; alt: string }> = new Map([
  [
    'cover',
    {
      url: cover,
      alt: 'A crooked pear tree on a hill above the sea at night, with a lantern shining in its branches',
    },
  ],
  [
    'shed',
    { url: shed, alt: 'Mila, in a green dress, takes down an old lantern from a shelf with jars of jam' },
  ],
  [
    'pears',
    {
      url: pears,
      alt: 'Little Nela, with two braids, holds pears in her apron while her mother picks them from the tree',
    },
  ],
  [
    'fog',
    {
      url: fog,
      alt: 'Fog rolls up the hill; only the house, the top of the tree and a piece of the fence still show',
    },
  ],
  [
    'bell',
    {
      url: bell,
      alt: 'At the quay the mother rings the harbour bell; three boats are home and one place is empty',
    },
  ],
  [
    'lamp',
    {
      url: lamp,
      alt: 'At the lit door little Nela holds the lantern; her mother stands behind her with the baby',
    },
  ],
  [
    'song',
    {
      url: song,
      alt: 'Little Nela sits high in the tree beside the shining lantern and sings with her eyes closed',
    },
  ],
  [
    'again',
    {
      url: again,
      alt: 'Mila sits in the pear tree and hangs up the lantern; below, Grandma Nela stands and sings',
    },
  ],
])
