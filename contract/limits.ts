/** Every limit that a boundary enforces, in one place. Bytes are decimal: 1 GB = 1,000,000,000 bytes. */
export const limits = {
  title: 200,
  description: 5_000,
  noteText: 20_000,
  notesPerStory: 2_000,
  commentText: 5_000,
  filesPerStory: 2_000,
  caption: 1_000,
  /** How long a letter that invites somebody works, and how many one account may send in a day. */
  invitationDays: 14,
  invitationsPerDay: 30,
  /** Addresses without an account that one person may look for in an hour. */
  unknownPeople: 30,
  /** The password of a public link. */
  linkPasswordMin: 6,
  linkPassword: 200,
  /** Wrong passwords of one link from one address in a quarter of an hour. */
  linkPasswordGuesses: 10,
  /** Wrong passwords of one link in a quarter of an hour, from wherever they come. */
  linkPasswordGuessesOfAll: 100,
  /**
   * Passwords of links that are compared for one address in a quarter of an hour, right or wrong, and that one person may set in
   * an hour: each takes the turn of somebody who is logging in.
   */
  linkPasswordsCompared: 60,
  linkPasswordsSet: 30,
  /** Unknown links asked for from one address in a quarter of an hour. */
  unknownLinks: 60,
  speakerName: 120,
  speakersPerStory: 50,
  tag: 60,
  tagsPerStory: 50,
  /** A line of a transcript: letters typed into it, and words in it after joining. */
  transcriptLineText: 20_000,
  transcriptLineWords: 2_000,
  transcriptCommandsPerCall: 100,
  transcriptSpeakers: 500,
  /** A person's own speech key, as they type it. */
  speechKey: 200,
  /** What Google may answer of one piece of at most 55 seconds, diarized: every word comes twice. */
  googleAnswerBytes: 900_000,
  googleResults: 1_000,
  googleAlternatives: 30,
  googleWords: 12_000,
  googleTranscript: 100_000,
  googleSpeakerTag: 1_000,
  /** A browser that has not asked for the next piece for so long does not hear any more. */
  ownKeySilentMinutes: 5,
  suggestionsPerCall: 500,
  proposalsPerCall: 200,
  /** Of a story, in each state: of those to decide the next come once some are decided. */
  proposalsShown: 500,
  /** A portrait as it is sent, and the longest side it is kept at. */
  portraitBytes: 10_000_000,
  portraitPixels: 640,
  /** A family, and a file that one is read from. */
  familyMembers: 50_000,
  gedcomBytes: 60_000_000,
  /** A GEDCOM file with pictures and documents: as it is sent, unpacked in all, one file of it, and how many files. */
  gedzipBytes: 4_000_000_000,
  gedzipInsideBytes: 4_000_000_000,
  gedzipFileBytes: 1_000_000_000,
  gedzipFiles: 60_000,
  storiesPerStorybook: 200,
  bookPageText: 4_000,
  passagesPerPage: 60,
  /** A sentence that a text model wrote, and the places it may name. */
  writtenSentence: 600,
  spansPerSentence: 12,
  /** How somebody looks wherever they are drawn. */
  likeness: 400,
  shortText: 200,
  longText: 20_000,
  searchText: 200,
  /** Words of a search that are looked for; more are left out. */
  searchTerms: 12,
  foundStories: 10,
  foundStoriesMax: 30,
  foundPlaces: 30,
  fullName: 200,
  email: 255,
  /** What an account says of its person, in JSON: it travels in every token, which has to fit into the head of a request (16 kB). */
  accountDataBytes: 8_000,
  /** The smallest password of an account, where the operator asks for no longer one. */
  passwordMin: 6,
  /** What somebody calls a key, a phone or an app for signing in. */
  keyName: 60,
  /** A phone gets one text message in so long, whoever asks for it. */
  textGapSeconds: 60,
  /** A page of a list: asked for, and at most. */
  pageSize: 24,
  pageSizeMax: 100,
  /** A mail that answers the weekly question, with everything in it; how long one is answered, and how often. */
  inboundMailBytes: 30_000_000,
  /** Of its text so much is read, as it was sent: about 500 pages, or 90 in another script than Latin. */
  mailTextBytes: 1_000_000,
  answerDays: 60,
  answersPerMail: 10,
  /** JSON bodies of procedures. */
  jsonBodyBytes: 1_000_000,
  /** How often the recorder hands a slice to the device's disk. */
  sliceMs: 100,
  /** A chunk is about a second of recording; bigger when an upload catches up. */
  chunkMs: 1_000,
  /** For how long a page has to live on after a camera was lost, for the recording to have ended and not the page. */
  outlivedMs: 1_000,
  chunkBytesMax: 8_388_608,
  /** 24 hours of one-second chunks, with room. */
  chunksPerRecording: 100_000,
  recordingBytesMax: 50_000_000_000,
  partsPerStory: 100,
  /** What was thrown away leaves its number behind, and what a full story has no place for has a number, too. */
  partNumber: 9_999,
  /** A recording whose device has been silent for so long is finished from what the server has. */
  abandonedAfterHours: 24,
  question: 500,
  playlistName: 120,
  playlistDescription: 1_000,
  promptsPerPlaylist: 200,
  promptsPerPerson: 5_000,
  playlistsPerPerson: 500,
  /** Why somebody reports what another family published. */
  reportReason: 500,
  /** How long a link to record works: for the phone beside a computer, and for a relative. */
  phoneLinkHours: 12,
  relativeLinkDays: 30,
  /** How many links one account may make in a day; each may send a mail. */
  linksPerDay: 200,
  relativeLinksPerDay: 30,
  uploadBytesMax: 50_000_000_000,
  uploadExpiresAfterHours: 48,
  fileName: 255,
  /** How long a call may stay without an answer before it counts as having none. */
  answerSeconds: 60,
  /** How long the server may take to read a family from a file that it has whole, or to draw a poster. */
  familyFileSeconds: 1_800,
  /** How far a device's clock may differ from the server's before it counts as wrong. */
  clockToleranceSeconds: 120,
  /** How long what is dated waits for the server to tell the time, where it has not told it yet. */
  toldTimeSeconds: 10,
  /** How long a signed media address works. */
  mediaAddressSeconds: 3_600,
  /** How long a live stream is silent at most: then it says `ping`. A device that hears nothing for twice as long asks anew. */
  livePingSeconds: 20,
  /** Live streams of one account that one process keeps open; of more, the oldest goes. A browser holds one for all its tabs. */
  liveStreams: 20,
  /** Browsers of one account that are pushed to; of more, the oldest goes. */
  pushDevices: 20,
  /** How long a deleted story can be restored. */
  trashDays: 30,
  /** How long an account that somebody wants to delete can be kept after all. */
  accountDeletionDays: 30,
  /** How long a finished archive waits to be downloaded, and one that is brought in to be sent whole. */
  archiveDays: 7,
  archiveImportHours: 48,
  /** So long the bytes of one may take to be put in place: the largest at 2 MB/s. Of one that was killed over it they then go. */
  archivePlacingDays: 14,
  /** Of how many times that a file came with an archive the next archive tells; of more, the last. */
  transfersPerFile: 100,
  /** An archive as a whole; one piece of it on the way in; its list of files; one row of its data; its files. */
  archiveBytesMax: 2_000_000_000_000,
  archivePieceBytes: 8_388_608,
  /** How long a piece may be on its way: at 20 kB a second it is there. */
  archivePieceSeconds: 480,
  archiveManifestBytes: 256_000_000,
  archiveRowBytes: 20_000_000,
  archiveFiles: 1_000_000,
} as const
