/** The ISO 639 codes of all languages that Whisper knows (https://github.com/openai/whisper, tokenizer.py). */
const WHISPER_CODES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy ' +
  'sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo ' +
  'uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jv su yue'

const codes = WHISPER_CODES.split(' ')
const names = new Intl.DisplayNames('en', { type: 'language' })
/** Languages whose English name in Whisper is not the one that Unicode gives. */
const otherNames: Record<string, string> = {
  bengali: 'bn',
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  'haitian creole': 'ht',
  maori: 'mi',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  valencian: 'ca',
}
const byName = new Map(codes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]))

/**
 * The BCP 47 tag of a language that an engine names by its code ("de", "de-DE", "de_de", "<|de|>") or in English ("german"); null
 * for anything else.
 */
export function languageTag(said: string): string | null {
  const plain = said.trim().toLowerCase().replaceAll(/[<|>]/g, '')
  const named = otherNames[plain] ?? byName.get(plain)
  if (named !== undefined) return named
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(plain)) return null
  try {
    return Intl.getCanonicalLocales(plain.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
