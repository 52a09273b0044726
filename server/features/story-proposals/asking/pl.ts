import { type Asking, anyOf } from './asked.ts'

export const pl: Asking = {
  quoted: (said) => `„${said}”`,
  // Polish names change with their case, and verbs with the person's gender: this wording needs neither change.
  about: (name) =>
    `${name}: jaka to była osoba i co powinni o niej wiedzieć ci, którzy nie mieli okazji jej poznać?`,
  cues: {
    died: {
      said: anyOf('zmarł[aoy]?|zmarli|umarł[aoy]?|umarli|pogrzeb(?:u|ie)?|pochowan\\p{L}+|śmierć|śmierci'),
      ask: 'Jak rodzina żyła potem dalej?',
    },
    married: {
      said: anyOf('ślub(?:u|ie)?|wesel(?:e|u|a)|ożenił(?:em)?|pobrali|za mąż|zaręczyn\\p{L}*|zakocha\\p{L}+'),
      ask: 'Kto tam był i co z tego dnia do dziś stoi ci przed oczami?',
    },
    left: {
      said: anyOf(
        'wyemigrowa\\p{L}+|emigracj\\p{L}+|wyjecha\\p{L}+|uciek\\p{L}+|uciecz\\p{L}+|przeprowadz\\p{L}+|wysiedl\\p{L}+',
      ),
      ask: 'Co udało się zabrać, a co trzeba było zostawić?',
    },
    war: {
      said: anyOf('wojn\\p{L}+|żołnierz\\p{L}*|wojsk\\p{L}+|więzieni\\p{L}+|okupacj\\p{L}+'),
      ask: 'Jak to wyglądało wtedy twoimi oczami?',
    },
    kept: {
      said: anyOf('list|listy|listów|pamiętnik\\p{L}*|zdjęci\\p{L}+|fotografi\\p{L}+'),
      ask: 'Co się z tym później stało i czy coś z tamtego czasu się zachowało?',
    },
    born: {
      // A birthday (urodziny) begins like a birth.
      said: anyOf('urodzi(?!n)\\p{L}+|narodzin\\p{L}*|niemowl\\p{L}+'),
      ask: 'Co ci opowiadano o tym dniu i kto o nim opowiadał?',
    },
    school: {
      said: anyOf('szkoł\\p{L}+|szkole|nauczyciel\\p{L}*|nauczył\\p{L}*'),
      ask: 'Kto w tamtych latach nauczył cię najwięcej i w jaki sposób?',
    },
    work: {
      said: anyOf('fabry\\p{L}+|prac[aęyą]|pracowa\\p{L}+|warsztat\\p{L}*|sklep\\p{L}*|biur\\p{L}+'),
      ask: 'Jak wyglądał tam zwykły dzień, od rana do wieczora?',
    },
    felt: {
      // Polish leaves the pronoun out, so the form of the verb has to tell that people speak of themselves.
      said: anyOf(
        'bał[ae]m|baliśmy|bałyśmy|płakał[ae]m|płakaliśmy|płakałyśmy|śmiał[ae]m|śmialiśmy|wstydził[ae]m',
      ),
      ask: 'Skąd wzięło się to uczucie?',
    },
    place: {
      said: anyOf(
        'gospodarstw\\p{L}+|dom|domu|domem|wieś|wsi|ulic\\p{L}+|ogród|ogrod\\p{L}+|kuchni\\p{L}*|stodo\\p{L}+',
      ),
      ask: 'Gdyby dało się teraz przejść przez to miejsce, co byłoby widać, słychać i czuć?',
    },
    parents: {
      // Not “mamy”, which mostly says “we have”, and not the fatherland (ojczyzna).
      said: anyOf(
        'matk\\p{L}+|matce|ojciec|ojc(?!zyzn)\\p{L}+|mam[aęo]|tat[aęyo]|babci\\p{L}*|dziad\\p{L}+|rodzic\\p{L}+',
      ),
      ask: 'Czego można było się od nich nauczyć bez jednego słowa?',
    },
    somebody: {
      said: anyOf('ktoś|kogoś|komuś|jakiś mężczyzna|jakaś kobieta|sąsiad\\p{L}*'),
      ask: 'Kto to był i co się z tą osobą stało?',
    },
  },
}
