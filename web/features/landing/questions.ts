/** What people ask before they trust somebody with their grandmother's voice, answered as it is. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'What do I need to begin?',
    answer:
      'A computer, tablet or phone with a browser and a microphone; with a camera if you want to film. There is nothing to install, and the free plan asks for no card.',
  },
  {
    question: 'Can my grandmother use it on her own?',
    answer:
      'If she can press one large button, yes. You send her a link; she needs no account and no password, allows the microphone once, sees your question, and presses Record. The rest of Kinora has large type and plain words, and works by keyboard and with a screen reader.',
  },
  {
    question: 'What happens if the connection breaks while we record?',
    answer:
      'You go on talking. What is recorded lies on the disk of your device first and is sent when the line is back. If the browser or the computer dies, the recording is offered to you at the next visit. In our own tests a killed browser lost at most half a second, and a pulled plug about one second.',
  },
  {
    question: 'Who can see and hear our stories?',
    answer:
      'You alone, until you share one. Then it is the people you named, as viewer, editor or admin, or whoever has the public link that you made for that one story. You can take either back at any time. The database itself checks this at every request.',
  },
  {
    question: 'Where are our recordings kept?',
    answer:
      'On the machine that runs this Kinora, or in the storage that whoever runs it has rented for it, as the very bytes your device recorded. Whoever runs that machine could reach them, as with any host, so it should be somebody you trust; it may be your own family, because Kinora runs on one ordinary computer. Its pages load nothing from anybody else.',
  },
  {
    question: 'What does the AI do, and who gets to hear our recordings?',
    answer:
      'That is up to whoever runs this Kinora. A speech engine, if one is set up, is given your recordings to write them down; a text model, if one is set up, is given the words to propose summaries and corrections. Either may run on the same machine or at a company, and so may an image model, which is given the words of a chapter to draw. Settings names them. Besides, live captions and dictating are your browser’s own, and some browsers have their maker listen; and whoever puts in a key of their own for Google’s speech service sends recordings there. Both are off until you turn them on. Kinora itself trains nothing on your stories.',
  },
  {
    question: 'Are recordings written down by themselves?',
    answer:
      'Where a speech engine is set up, yes, within the hours of your plan. Engines mishear names and dialects, so every line can be corrected, and what was heard first is kept. Without an engine recordings are kept and play as always, but get no transcript.',
  },
  {
    question: 'What is a storybook, exactly?',
    answer:
      'A book of your stories in an order you choose: their words, your pictures, and the voice behind what was told. You can edit every page. It is read in the browser, as an e-book, or as a PDF laid out for printing at home or at a copy shop; Kinora does not print and bind it for you.',
  },
  {
    question: 'Can we take everything with us?',
    answer:
      'Yes, with one button. Export Data makes a single zip file of everything that is yours: recordings and files as the bytes they came in, transcripts as text, subtitles and JSON, notes, storybooks, and the family tree as GEDCOM, which other genealogy programs read. It opens in any browser without a network, and another Kinora can take it in.',
  },
  {
    question: 'What if I delete something by mistake?',
    answer:
      'A deleted story waits in the trash for 30 days, whole, and you can bring it back. After that it is gone for good, with its recordings.',
  },
  {
    question: 'What does it cost to stay?',
    answer:
      'Free Forever costs nothing and has no end: 5 GB, which is some hours of film or a great many of sound. Where larger plans are sold, they are paid by the month; elsewhere whoever runs this Kinora gives them. A plan brings room and hours of listening; it never changes whom the stories belong to.',
  },
]
