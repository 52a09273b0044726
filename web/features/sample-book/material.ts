import type { BookMaterial, ToldLine } from '#contract/book-material.ts'
import { tokensOf } from '#contract/transcript-words.ts'

const wordMs = 400
/** A pause long enough to begin a new paragraph. */
const pauseMs = 5_000

/** A conversation in the format in which a transcript is given to a book. */
function talk(recordingId: string, said: readonly (readonly [speaker: string, text: string])[]): ToldLine[] {
  let at = 0
  return said.map(([speaker, text]) => {
    const startMs = at
    const words = tokensOf(text).map((word, index) => ({
      text: word,
      startMs: startMs + index * wordMs,
      endMs: startMs + (index + 1) * wordMs,
      confidence: null,
      heard: false,
    }))
    const endMs = startMs + words.length * wordMs
    at = endMs + pauseMs
    return { recordingId, voice: speaker, speaker, words, reading: null, language: 'en', startMs, endMs }
  })
}

/**
 * The content of the sample book: three stories that Nela tells and Mila asks for. Text
 * and pictures are our own; it was written, not recorded.
 */
export const material: BookMaterial = {
  title: 'The lamp in the pear tree',
  description: 'For Mila, who found the lamp\nand asked.',
  coverPictureId: 'cover',
  isCoverDrawn: false,
  stories: [
    {
      id: 'shed',
      title: 'Behind the last of the jam',
      description: '',
      date: 'October 11, 2025',
      lines: talk('shed', [
        ['Mila', 'I found it in the shed. Whose lamp is this?'],
        [
          'Nela',
          'Sit down. This one has a story. I was seven, as you are. My father took the boat out before the sun was up, and every morning I waved until I could not tell him from a gull.',
        ],
        [
          'Nela',
          'In our garden stood a pear tree, crooked as a question. Its pears were as hard as stones. My mother cooked them until they were sweet. She said that was how most things are done.',
        ],
      ]),
      entries: [],
      pictures: [
        { id: 'shed', caption: '' },
        { id: 'pears', caption: 'The crooked tree, and my mother, who never wasted a pear' },
      ],
    },
    {
      id: 'fog',
      title: 'One finger left over',
      description: '',
      date: 'October 12, 2025',
      lines: talk('fog', [
        [
          'Nela',
          'Then one evening the fog came in. First it took the harbour. Then it took the road. Then it took our gate, and I could hear the sea but not see my own feet.',
        ],
        [
          'Nela',
          'We rang the bell, and the boats came home, one and one and one. I counted them on my fingers. There was a finger left over.',
        ],
        ['Mila', 'What did you do?'],
        [
          'Nela',
          'Somebody had to stay with the baby, and somebody had to do something. I was the one whose arms were empty. So I took the lamp.',
        ],
      ]),
      entries: [],
      pictures: [
        { id: 'fog', caption: '' },
        { id: 'bell', caption: 'Three boats are home, and one place is empty' },
        { id: 'lamp', caption: 'Seven years old, and the only one with empty arms' },
      ],
    },
    {
      id: 'song',
      title: 'Forty times',
      description: '',
      date: 'October 19, 2025',
      lines: talk('song', [
        [
          'Nela',
          'I climbed as high as I dared. I looked down, and there was no down. So I climbed one branch higher. To stay awake I sang. I knew only one song to the end, so I sang it forty times.',
        ],
        ['Mila', 'Did he hear you?'],
        [
          'Nela',
          'He saw a star that hung too low. He thought: stars do not sing. And certainly not off key. So he turned the boat around.',
        ],
        [
          'Nela',
          'I do not remember coming down. I remember his coat, which smelled of salt, and his voice, which said: forty times, Nela? I heard every one.',
        ],
      ]),
      entries: [],
      pictures: [
        { id: 'song', caption: '' },
        { id: 'again', caption: 'Last October Mila climbed, and Nela sang: off key, and in her own voice' },
      ],
    },
  ],
}
