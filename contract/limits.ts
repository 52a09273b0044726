/** Every limit that a boundary of the system enforces, in one place. Bytes are decimal: 1 GB = 1,000,000,000 bytes. */
export const limits = {
  title: 200,
  description: 5_000,
  noteText: 20_000,
  notesPerStory: 2_000,
  commentText: 5_000,
  filesPerStory: 2_000,
  caption: 1_000,
  /** How long an invitation is valid, and how many invitations one account may send in a day. */
  invitationDays: 14,
  invitationsPerDay: 30,
  /** How many addresses without an account one person may look up in an hour. */
  unknownPeople: 30,
  /** The password of a public link. */
  linkPasswordMin: 6,
  linkPassword: 200,
  /** Wrong passwords allowed for one link from one IP address in a quarter of an hour. */
  linkPasswordGuesses: 10,
  /** Wrong passwords allowed for one link in a quarter of an hour, from all IP addresses together. */
  linkPasswordGuessesOfAll: 100,
  /**
   * How many link passwords, right or wrong, are compared for one IP address in a quarter of an hour, and how many one person may
   * set in an hour. Both are limited because each hash delays people who are signing in.
   */
  linkPasswordsCompared: 60,
  linkPasswordsSet: 30,
  /** Unknown links that one IP address may request in a quarter of an hour. */
  unknownLinks: 60,
  speakerName: 120,
  speakersPerStory: 50,
  tag: 60,
  tagsPerStory: 50,
  /** A line of a transcript: the characters that may be typed into it, and the words it may have after joining. */
  transcriptLineText: 20_000,
  transcriptLineWords: 2_000,
  transcriptCommandsPerCall: 100,
  transcriptSpeakers: 500,
  /** The length of a person's own speech key. */
  speechKey: 200,
  /** Bounds on Google's answer for one piece of at most 55 seconds; with diarization, every word comes twice. */
  googleAnswerBytes: 900_000,
  googleResults: 1_000,
  googleAlternatives: 30,
  googleWords: 12_000,
  googleTranscript: 100_000,
  googleSpeakerTag: 1_000,
  /** A browser that has not requested the next piece for this long is taken to have stopped listening. */
  ownKeySilentMinutes: 5,
  suggestionsPerCall: 500,
  proposalsPerCall: 200,
  /** Proposals shown of a story in each state. Once some open ones are decided, the next ones appear. */
  proposalsShown: 500,
  /** A portrait: its size as uploaded, and the longest side at which it is stored. */
  portraitBytes: 10_000_000,
  portraitPixels: 640,
  /** The number of people in a family, and the size of a GEDCOM file. */
  familyMembers: 50_000,
  gedcomBytes: 60_000_000,
  /**
   * A GEDCOM package with pictures and documents: its size as uploaded, its unpacked size, the size of each file in it, and their
   * number.
   */
  gedzipBytes: 4_000_000_000,
  gedzipInsideBytes: 4_000_000_000,
  gedzipFileBytes: 1_000_000_000,
  gedzipFiles: 60_000,
  storiesPerStorybook: 200,
  bookPageText: 4_000,
  passagesPerPage: 60,
  /** A sentence that a text model wrote, and the number of places that it may cite. */
  writtenSentence: 600,
  spansPerSentence: 12,
  /** The description from which a person is drawn. */
  likeness: 400,
  shortText: 200,
  longText: 20_000,
  searchText: 200,
  /** How many words of a search are used; further words are ignored. */
  searchTerms: 12,
  foundStories: 10,
  foundStoriesMax: 30,
  foundPlaces: 30,
  fullName: 200,
  email: 255,
  /** An account's user data, as JSON: it travels in every access token, which has to fit into the header of a request (16 kB). */
  accountDataBytes: 8_000,
  /** The minimum length of an account's password, unless the operator requires a greater one. */
  passwordMin: 6,
  /** The name that a person gives to a key, a phone or an app for signing in. */
  keyName: 60,
  /** The least time between two text messages to one phone, whoever requests them. */
  textGapSeconds: 60,
  /** The size of a page of a list: the default, and the maximum. */
  pageSize: 24,
  pageSizeMax: 100,
  /**
   * The size of a mail that answers the weekly question, with its attachments; below, how long a question can be answered, and how
   * often.
   */
  inboundMailBytes: 30_000_000,
  /** How much of such a mail's text is read, as it was sent: about 500 pages, or 90 in a script other than Latin. */
  mailTextBytes: 1_000_000,
  answerDays: 60,
  answersPerMail: 10,
  /** The size of a procedure's JSON body. */
  jsonBodyBytes: 1_000_000,
  /** The time slice at which the recorder writes to the device's disk. */
  sliceMs: 100,
  /** A chunk holds about a second of recording, or more while an upload catches up. */
  chunkMs: 1_000,
  /**
   * If a page lives this long after it lost its camera, the recording has ended; otherwise the camera was lost because the page was
   * closing.
   */
  outlivedMs: 1_000,
  chunkBytesMax: 8_388_608,
  /** 24 hours of one-second chunks, and some reserve. */
  chunksPerRecording: 100_000,
  recordingBytesMax: 50_000_000_000,
  /** A moment of a recording, and so its length, is a PostgreSQL integer of milliseconds: 24 days and 20 hours. */
  recordingMsMax: 2 ** 31 - 1,
  /** Of a longer sound only this much is measured and heard: nearly twice as much as the chunks of a recording hold. */
  soundHours: 48,
  partsPerStory: 100,
  /**
   * Higher than `partsPerStory`: discarded recordings keep their numbers, and recordings for which a story has no room are numbered
   * too.
   */
  partNumber: 9_999,
  /** A recording whose device has been silent for this long is finished from what the server has received. */
  abandonedAfterHours: 24,
  question: 500,
  playlistName: 120,
  playlistDescription: 1_000,
  promptsPerPlaylist: 200,
  promptsPerPerson: 5_000,
  playlistsPerPerson: 500,
  /** The reason a person gives when reporting something that another family published. */
  reportReason: 500,
  /** How long a recording link is valid: for the phone beside a computer, and for a relative. */
  phoneLinkHours: 12,
  relativeLinkDays: 30,
  /** How many recording links one account may make in a day, and how many of them for relatives; each may send a mail. */
  linksPerDay: 200,
  relativeLinksPerDay: 30,
  uploadBytesMax: 50_000_000_000,
  uploadExpiresAfterHours: 48,
  fileName: 255,
  /** A request ends if its body has begun, but nothing more of it comes for this long. */
  silentBodySeconds: 300,
  /** How long a call may take before it counts as timed out. */
  answerSeconds: 60,
  /** How long the server may take to read a family from a file that was uploaded whole, or to draw a poster. */
  familyFileSeconds: 1_800,
  /** How far a device's clock may differ from the server's before it counts as wrong. */
  clockToleranceSeconds: 120,
  /** How long an action that needs a date waits for the server's time, if the server has not told it yet. */
  toldTimeSeconds: 10,
  /** How long a signed media address is valid. */
  mediaAddressSeconds: 3_600,
  /** A live stream sends a `ping` after this long without an event. A device that hears nothing for twice as long reconnects. */
  livePingSeconds: 20,
  /**
   * Live streams that one process keeps open for one account; beyond that, the oldest is closed. A browser needs one for all its
   * tabs.
   */
  liveStreams: 20,
  /** Browsers of one account that receive push messages; beyond that, the oldest is dropped. */
  pushDevices: 20,
  /** How long a deleted story can be restored. */
  trashDays: 30,
  /** How long the deletion of an account can still be cancelled. */
  accountDeletionDays: 30,
  /** How long a finished archive can be downloaded, and how long the upload of one may take. */
  archiveDays: 7,
  archiveImportHours: 48,
  /**
   * How long it may take to put the bytes of an imported archive in place: the time for the largest one at 2 MB/s. If the import is
   * killed, the bytes that it leaves behind are deleted after that.
   */
  archivePlacingDays: 14,
  /** How many of the times at which a file arrived with an archive the next archive lists; the latest are kept. */
  transfersPerFile: 100,
  /**
   * Of an archive: its size; one chunk of its upload; further below, its list of files, one row of its data, and the number of its
   * files.
   */
  archiveBytesMax: 2_000_000_000_000,
  archivePieceBytes: 8_388_608,
  /** How long the upload of one chunk may take; at 20 kB/s it is complete in this time. */
  archivePieceSeconds: 480,
  archiveManifestBytes: 256_000_000,
  archiveRowBytes: 20_000_000,
  archiveFiles: 1_000_000,
} as const
