/** The languages that Kinora asks in without a text model. */
export const questionLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type QuestionLanguage = (typeof questionLanguages)[number]

/** The language of a tag: 'de' of 'de-AT'. Engines that do not tell one are mostly made for English alone. */
export const languageOf = (tag: string | null): string => (tag ?? 'en').toLowerCase().split(/[-_]/)[0] ?? 'en'

/** Whether we can ask in the language of a tag. */
export const asksIn = (language: string): language is QuestionLanguage =>
  questionLanguages.some((one) => one === language)
