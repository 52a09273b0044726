import { type Asking, anyOf, saidOfSelf } from './asked.ts'

export const en: Asking = {
  quoted: (said) => `“${said}”`,
  about: (name) => `What was ${name} like, and what would you want those who never met them to know?`,
  cues: {
    died: {
      said: anyOf('died|dead|funeral|buried|passed away'),
      ask: 'How did the family go on afterwards?',
    },
    married: {
      said: anyOf('married|wedding|engaged|fell in love'),
      ask: 'Who was there, and what do you still see before you of that day?',
    },
    left: {
      said: anyOf('emigrated|immigrated|moved|fled|left home|came over'),
      ask: 'What did you take with you, and what did you have to leave behind?',
    },
    war: {
      said: anyOf('war|soldiers?|army|prison|occupation'),
      ask: 'What was that like for you at the time?',
    },
    kept: {
      said: anyOf('letters?|diary|photos?|photographs?|pictures?'),
      ask: 'What became of it, and is anything of that time still kept?',
    },
    born: { said: anyOf('born|birth|baby'), ask: 'What were you told about that day, and who told you?' },
    school: {
      said: anyOf('school|teacher|learned|learnt'),
      ask: 'Who taught you most in those years, and how?',
    },
    work: {
      said: anyOf('factory|job|worked|work|shop|office|trade'),
      ask: 'What was an ordinary day there like, from morning to night?',
    },
    felt: {
      said: saidOfSelf('(?:I|we)(?!\\p{L})', 'afraid|scared|proud|happy|cried|laughed|ashamed|lonely|angry'),
      ask: 'What was it that made you feel so?',
    },
    place: {
      said: anyOf('farm|house|village|street|garden|kitchen|barn'),
      ask: 'If you walked through that place now, what would you see, hear and smell?',
    },
    parents: {
      said: anyOf('mother|father|grandmother|grandfather|parents'),
      ask: 'What did you learn from them that you never put into words?',
    },
    somebody: {
      said: anyOf('somebody|someone|a man|a woman|a neighbou?r'),
      ask: 'Who was that, and what became of them?',
    },
  },
}

/** Questions that fit whatever was told, for talk in a language that we have no questions in. */
export const enOfAnything = [
  'What else do you remember of that?',
  'Who else was there, and what would they tell of it?',
]
