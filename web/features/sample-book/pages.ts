import cover from './drawings/01-cover.svg'
import shed from './drawings/02-shed.svg'
import kitchen from './drawings/03-kitchen.svg'
import bay from './drawings/04-bay.svg'
import pears from './drawings/05-pears.svg'
import fog from './drawings/06-fog.svg'
import bell from './drawings/07-bell.svg'
import lamp from './drawings/08-lamp.svg'
import climb from './drawings/09-climb.svg'
import song from './drawings/10-song.svg'
import boat from './drawings/11-boat.svg'
import home from './drawings/12-home.svg'
import again from './drawings/13-again.svg'

/** A page of the sample book: a square drawing and the words below it. */
export type SamplePage = { src: string; alt: string; text: string }

/** What the sample book is called; its first page is the cover. */
export const sampleTitle = 'The lamp in the pear tree'

/** The sample book, in order. It is a story of our own, told the way families tell theirs. */
export const samplePages: readonly SamplePage[] = [
  {
    src: cover,
    alt: 'A crooked pear tree on a hill above the sea at night, with a lantern shining in its branches',
    text: 'The lamp in the pear tree. Told by Nela to her granddaughter Mila, who asked.',
  },
  {
    src: shed,
    alt: 'Mila, in a green dress, takes down an old lantern from a shelf with jars of jam',
    text: 'Mila found the lamp in the shed, behind the last of the jam. Its glass was grey with dust. “Whose is this?” she called.',
  },
  {
    src: kitchen,
    alt: 'Grandma Nela and Mila sit at the kitchen table; the old lantern stands between them',
    text: 'Grandma Nela wiped the glass with her apron. She was quiet for so long that the tea went cold. “Sit down,” she said. “This one has a story.”',
  },
  {
    src: bay,
    alt: 'Morning above a bay: a white house on a hill, the crooked tree beside it, and a boat sailing out',
    text: '“I was seven, as you are. We lived above the bay. My father took the boat out before the sun was up, and every morning I waved until I could not tell him from a gull.”',
  },
  {
    src: pears,
    alt: 'Little Nela, with two braids, holds pears in her apron while her mother picks them from the tree',
    text: '“In our garden stood a pear tree, crooked as a question. Its pears were as hard as stones. My mother cooked them until they were sweet. She said that was how most things are done.”',
  },
  {
    src: fog,
    alt: 'Fog rolls up the hill; only the house, the top of the tree and a piece of the fence still show',
    text: '“Then one evening in October the fog came in. First it took the harbour. Then it took the road. Then it took our gate, and I could hear the sea but not see my own feet.”',
  },
  {
    src: bell,
    alt: 'At the quay the mother rings the harbour bell; three boats are home and one place is empty',
    text: '“We rang the bell, and the boats came home, one and one and one. I counted them on my fingers. There was a finger left over.”',
  },
  {
    src: lamp,
    alt: 'At the lit door little Nela holds the lantern; her mother stands behind her with the baby',
    text: '“Somebody had to stay with the baby, and somebody had to do something. I was the one whose arms were empty. So I took the lamp.”',
  },
  {
    src: climb,
    alt: 'Little Nela climbs the crooked tree in the fog with the lantern in one hand',
    text: '“I climbed as high as I dared. I looked down, and there was no down. So I climbed one branch higher.”',
  },
  {
    src: song,
    alt: 'Little Nela sits high in the tree beside the shining lantern and sings with her eyes closed',
    text: '“To stay awake I sang. I knew only one song to the end, so I sang it forty times. By the last time the owls knew it too.”',
  },
  {
    src: boat,
    alt: 'Far out in the fog the father stands in his boat; a small warm light shines low above the coast',
    text: '“And far out, where everything was grey, my father saw a star that hung too low. He thought: stars do not sing. And certainly not off key. So he turned the boat around.”',
  },
  {
    src: home,
    alt: 'At dawn the father carries sleeping Nela home from the tree, and the mother waits for them',
    text: '“I do not remember coming down. I remember his coat, which smelled of salt, and his voice, which said: forty times, Nela? I heard every one.”',
  },
  {
    src: again,
    alt: 'Mila sits in the pear tree and hangs up the lantern; below, Grandma Nela stands and sings',
    text: 'That October it was Mila who climbed, and Nela who sang. Mila’s telephone was in her pocket, recording. So now the story is kept, and the song too: off key, and in her own voice.',
  },
]
