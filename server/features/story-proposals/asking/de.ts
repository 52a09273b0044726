import { type Asking, anyOf, saidOfSelf } from './asked.ts'

export const de: Asking = {
  quoted: (said) => `„${said}“`,
  about: (name) => `Wie war ${name}, und was sollten alle wissen, die ${name} nie kennengelernt haben?`,
  cues: {
    died: {
      said: anyOf('gestorben|starb|starben|verstorben|tot|Tod|Beerdigung|begraben'),
      ask: 'Wie ging es danach in der Familie weiter?',
    },
    married: {
      said: anyOf('geheiratet|heirateten?|Hochzeit|verlobt|verliebt'),
      ask: 'Wer war dabei, und was siehst du von diesem Tag noch vor dir?',
    },
    left: {
      said: anyOf('ausgewandert|geflohen|geflüchtet|flohen|Flucht|umgezogen|weggezogen|vertrieben'),
      ask: 'Was habt ihr mitgenommen, und was musste zurückbleiben?',
    },
    war: {
      said: anyOf('Krieg(?:s|e|es)?|Soldat(?:en)?|Armee|Gefängnis|Gefangenschaft|Besatzung'),
      ask: 'Wie hast du das damals erlebt?',
    },
    kept: {
      said: anyOf('Briefe?n?|Tagebuch|Tagebücher|Fotos?|Fotografien?|Bild(?:er)?'),
      ask: 'Was ist daraus geworden, und gibt es aus dieser Zeit noch etwas?',
    },
    born: {
      said: anyOf('geboren|Geburt|Baby'),
      ask: 'Was hat man dir von diesem Tag erzählt, und wer hat es erzählt?',
    },
    school: {
      said: anyOf('Schule|Lehrer(?:in)?|gelernt'),
      ask: 'Von wem hast du in diesen Jahren am meisten gelernt, und wie?',
    },
    work: {
      said: anyOf('Fabrik|gearbeitet|arbeitete|Arbeit|Werkstatt|Laden|Büro|Lehre'),
      ask: 'Wie sah dort ein ganz gewöhnlicher Tag aus, vom Morgen bis zum Abend?',
    },
    felt: {
      said: saidOfSelf(
        '(?:ich|wir)(?!\\p{L})',
        'Angst|stolz|glücklich|froh|geweint|gelacht|geschämt|einsam|wütend',
      ),
      ask: 'Was war es, das dieses Gefühl ausgelöst hat?',
    },
    place: {
      said: anyOf('Hof|Bauernhof|Haus|Dorf|Straße|Garten|Küche|Scheune'),
      ask: 'Wenn du jetzt noch einmal dort wärst: Was würdest du sehen, hören und riechen?',
    },
    parents: {
      said: anyOf('Mutter|Vater|Großmutter|Großvater|Oma|Opa|Eltern|Großeltern'),
      ask: 'Was hast du von ihnen gelernt, ohne dass es je einer ausgesprochen hat?',
    },
    somebody: {
      said: anyOf('jemand(?:en|em)?|ein Mann|eine Frau|ein Nachbar|eine Nachbarin'),
      ask: 'Wer war das, und was ist aus diesem Menschen geworden?',
    },
  },
}
