/** The languages in which Kinora asks questions without a text model. */
export const questionLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type QuestionLanguage = (typeof questionLanguages)[number]

/**
 * The language of a tag: 'de' of 'de-AT'. Without a tag it is English, because engines that report no language are mostly made for
 * it.
 */
export const languageOf = (tag: string | null): string => (tag ?? 'en').toLowerCase().split(/[-_]/)[0] ?? 'en'

/** Whether Kinora can ask questions in a language without a text model. */
export const asksIn = (language: string): language is QuestionLanguage =>
  questionLanguages.some((one) => one === language)
