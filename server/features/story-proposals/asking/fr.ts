import { type Asking, anyOf, saidOfSelf } from './asked.ts'

export const fr: Asking = {
  quoted: (said) => `« ${said} »`,
  about: (name) =>
    `Quel souvenir gardes-tu de ${name}, et que voudrais-tu en dire à ceux qui n’ont jamais fait sa connaissance ?`,
  cues: {
    died: {
      said: anyOf('mort|morte|morts|mortes|mourut|décédée?s?|enterrée?s?|enterrement|obsèques|funérailles'),
      ask: 'Comment la famille a-t-elle continué après cela ?',
    },
    married: {
      said: anyOf('mariée?s?|mariage|noces|fiancée?s?|fiançailles|épousée?|amoureux|amoureuse'),
      ask: 'Qui était là, et que revois-tu encore de cette journée ?',
    },
    left: {
      said: anyOf('émigrée?s?|immigrée?s?|déménagée?s?|fui|exil|exode|quitté'),
      ask: 'Qu’avez-vous emporté, et qu’a-t-il fallu laisser derrière vous ?',
    },
    war: {
      said: anyOf('guerre|soldats?|armée|prison|prisonniers?|occupation'),
      ask: 'Comment as-tu vécu cela à l’époque ?',
    },
    kept: {
      said: anyOf('lettres?|journal intime|photos?|photographies?|portraits?'),
      ask: 'Que sont devenues ces choses, et en reste-t-il encore quelque chose ?',
    },
    born: {
      said: anyOf('née?s?|naissance|bébé'),
      ask: 'Que t’a-t-on raconté de ce jour, et qui te l’a raconté ?',
    },
    school: {
      said: anyOf('école|instituteur|institutrice|maîtresse|professeur|appris'),
      ask: 'De qui as-tu le plus appris pendant ces années, et de quelle façon ?',
    },
    work: {
      said: anyOf('usine|travail|travaillait|travaillais|travaillé|atelier|boutique|bureau|métier'),
      ask: 'À quoi ressemblait là-bas une journée ordinaire, du matin au soir ?',
    },
    felt: {
      said: saidOfSelf(
        "je(?!\\p{L})|j[’']|nous(?!\\p{L})",
        'peur|fière?s?|heureux|heureuse|pleuré|ri|honte|colère',
      ),
      ask: 'Qu’est-ce qui t’a fait ressentir cela ?',
    },
    place: {
      said: anyOf('ferme|maison|village|rue|jardin|cuisine|grange'),
      ask: 'Si tu traversais ce lieu maintenant, que verrais-tu, qu’entendrais-tu, quelles odeurs sentirais-tu ?',
    },
    parents: {
      said: anyOf('mère|père|grand-mère|grand-père|parents|grands-parents|maman|papa'),
      ask: 'Qu’as-tu appris d’eux sans que personne l’ait jamais dit ?',
    },
    somebody: {
      said: anyOf("quelqu[’']un|un homme|une femme|un voisin|une voisine"),
      ask: 'Qui était-ce, et qu’est devenue cette personne ?',
    },
  },
}
