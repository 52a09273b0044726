import type { PictureName } from './pictures.ts'

/** Who says a sentence, and what. The voices are made from this by `scripts/demo-voices.ts`. */
export type SpokenLine = readonly [speaker: string, text: string]

type Told = {
  title: string
  description: string
  /** When the story happened, as far as the family knows; not when it was told. */
  date: string
  location: string
  tags: string[]
  notes?: readonly (readonly [timestamp: string, text: string])[]
}
/** A recorded conversation. With a picture, it is a film that shows this picture. */
export type RecordedStory = Told & {
  method: 'recording'
  voice: string
  picture?: PictureName
  lines: readonly SpokenLine[]
}
export type JournalStory = Told & { method: 'journal'; entries: readonly string[] }
export type UploadStory = Told & { method: 'upload'; files: readonly (readonly [PictureName, string])[] }
export type DemoStory = RecordedStory | JournalStory | UploadStory

const [marta, ewan, daniel, nora] = ['Marta', 'Ewan', 'Daniel', 'Nora']

export const demoStories: DemoStory[] = [
  {
    method: 'recording',
    voice: 'one-suitcase',
    picture: 'crossing',
    title: 'One suitcase',
    description: 'How Grandma came over the North Sea in the spring of 1957.',
    date: 'April 1957',
    location: 'Gothenburg, and the North Sea',
    tags: ['coming here', 'sea', '1957'],
    notes: [
      ['00:22', 'The suitcase is still in the loft, above the stairs.'],
      ['00:34', 'Ask Karin whether she kept the letters.'],
    ],
    lines: [
      [nora, 'Grandma, what did you carry when you came here?'],
      [marta, 'One suitcase. It was brown, and it was tied with the belt of my father.'],
      [marta, 'I had two dresses in it, a winter coat, and a bread tin from Signe.'],
      [nora, 'A bread tin?'],
      [
        marta,
        'She said, a house without a bread tin is only a shed. So I carried it over the North Sea on my knees.',
      ],
      [
        marta,
        'The ship left Gothenburg in the evening, and I stood outside until I could not see the lights.',
      ],
      [marta, 'I was eighteen. I thought I would stay for one year, and learn English, and go home.'],
      [nora, 'And how long has it been now?'],
      [marta, 'Sixty eight years. It has been a very long year.'],
    ],
  },
  {
    method: 'recording',
    voice: 'harbour-dance',
    title: 'The harbour dance',
    description: 'Grandma and Grandpa remember the same evening, each in their own way.',
    date: 'August 31, 1957',
    location: 'Portnessan, on the fish quay',
    tags: ['love', 'harbour', 'music', '1957'],
    notes: [['00:31', 'Grandpa says the song was The Bonnie Banks.']],
    lines: [
      [nora, 'How did you two meet?'],
      [ewan, 'At the harbour dance. The last Saturday of August. I was wearing a borrowed jacket.'],
      [marta, 'It was his brother’s jacket, and it was far too small.'],
      [
        ewan,
        'There was a band on the fish quay, and lanterns in the ropes, and the whole town smelled of herring.',
      ],
      [marta, 'He asked me to dance, and I said yes, because I did not understand the question.'],
      [nora, 'You did not understand him?'],
      [marta, 'Not one word. I had learned my English from the radio. Nobody on the radio spoke like Ewan.'],
      [ewan, 'She danced with me till the sun came up, and I never had to say anything clever.'],
      [marta, 'That was the best of it. We were married a year later, in September.'],
    ],
  },
  {
    method: 'recording',
    voice: 'winter-of-the-boats',
    title: 'The winter the boats stayed in',
    description: 'Grandpa was ten in the great winter of 1947.',
    date: 'January 1947',
    location: 'Portnessan, in the harbour',
    tags: ['childhood', 'winter', 'boats', '1947'],
    notes: [['00:19', 'Silver Spray: the boat of Alasdair, see the photograph.']],
    lines: [
      [nora, 'What is the coldest day you remember?'],
      [
        ewan,
        'The winter of nineteen forty seven. I was ten. The snow came in January and it stayed till March.',
      ],
      [ewan, 'The boats were frozen in the harbour. My father walked round the Silver Spray, on the ice.'],
      [ewan, 'He had never in his life walked round his own boat, and he did not like it.'],
      [nora, 'What did you eat?'],
      [ewan, 'Turnips and oats. And my sister Jean read to us, every night, the same four books.'],
      [
        ewan,
        'When the ice broke, it sounded like cannons. The whole town ran down to the water, and cheered.',
      ],
    ],
  },
  {
    method: 'recording',
    voice: 'saturday-bread',
    picture: 'bread',
    title: 'Bread on Saturdays',
    description: 'The cardamom bread, and the woman who brought it into the family.',
    date: 'about 1943',
    location: 'Gothenburg, in Signe’s kitchen',
    tags: ['recipe', 'bread', 'Signe'],
    notes: [
      ['00:15', 'Cardamom: crush it fresh, never from the packet.'],
      ['00:24', 'Make it with Kit at Christmas.'],
    ],
    lines: [
      [nora, 'Who taught you to bake?'],
      [marta, 'Signe. She was my father’s second wife, and I had decided not to like her.'],
      [marta, 'I was five years old. She did not ask me to like her. She asked me to crush the cardamom.'],
      [
        marta,
        'You put the milk on the stove till it is as warm as your hand. Then butter, and sugar, and the yeast.',
      ],
      [marta, 'And then you wait. Signe said that waiting is the only part that cannot be taught.'],
      [nora, 'When did you begin to like her?'],
      [marta, 'I do not know. Somewhere between the flour and the oven.'],
    ],
  },
  {
    method: 'recording',
    voice: 'first-pay',
    title: 'My first pay packet',
    description: 'Grandpa begins at the boatyard.',
    date: 'about 1951',
    location: 'Portnessan, at the boatyard',
    tags: ['work', 'boats', '1951'],
    lines: [
      [nora, 'What was your first job?'],
      [ewan, 'Sweeping the boatyard of old Mister Rennie. I was fifteen, and I wanted to go to sea.'],
      [
        ewan,
        'My mother said no. The sea had her husband six days of the week, and it would not have me as well.',
      ],
      [ewan, 'On Friday I got a brown envelope with one pound and two shillings.'],
      [nora, 'What did you buy?'],
      [ewan, 'I gave the pound to my mother. With the two shillings I bought a plane, second hand.'],
      [ewan, 'I have it still. It has been sharpened so often that it is half as long as it was.'],
    ],
  },
  {
    method: 'recording',
    voice: 'late-groom',
    title: 'The day Daniel was late',
    description: 'Uncle Daniel tells of his own wedding.',
    date: '1991',
    location: 'Near Porto',
    tags: ['wedding', 'funny', '1991'],
    lines: [
      [nora, 'Uncle Daniel, is it true that you were late for your own wedding?'],
      [
        daniel,
        'Forty minutes. The road to the church was under water, and the car just stopped in the middle.',
      ],
      [daniel, 'So there I was, in my good shoes, standing on the roof of a small green car.'],
      [nora, 'Who found you?'],
      [daniel, 'A man with a tractor. I drove up to the church on a load of potatoes.'],
      [
        daniel,
        'Ana laughed so hard that the priest had to begin twice. I knew then that it would be all right.',
      ],
    ],
  },
  {
    method: 'upload',
    title: 'From the biscuit box',
    description: 'What lay in the tin with the photographs. Drawn for this demonstration.',
    date: 'June 14, 2025',
    location: '',
    tags: ['pictures'],
    files: [
      ['harbour', 'The harbour of Portnessan, the summer of the dance'],
      ['winter', 'The Silver Spray in the ice, 1947'],
      ['crossing', 'The evening boat from Gothenburg'],
      ['bread', 'Signe’s bread tin, sixty-eight years on'],
    ],
  },
  {
    method: 'journal',
    title: 'A letter to Kit',
    description: 'For when you are older.',
    date: 'July 20, 2025',
    location: 'Leith',
    tags: ['letter', 'Kit'],
    entries: [
      'Dear Kit, you asked me at dinner which of us is your real family, and everybody talked at once, so I am writing down what I wanted to say.',
      'Marta was five when Signe came into the house, and she had decided not to like her. Ask her to tell you about the cardamom. There are people in this family by birth, by marriage and by being chosen, and at the table nobody can tell which is which.',
      'You have Lucy’s laugh, whatever the papers say.',
    ],
  },
]

/** The demo family's book, with its stories in order. */
export const demoBook = {
  title: 'One very long year',
  description: 'Marta and Ewan Calder, as they told it',
  stories: ['One suitcase', 'The harbour dance', 'Bread on Saturdays', 'The winter the boats stayed in'],
}
