import { type Asking, anyOf } from './asked.ts'

export const it: Asking = {
  quoted: (said) => `«${said}»`,
  about: (name) => `Com’era ${name}, e che cosa vorresti far sapere a chi non ha mai conosciuto ${name}?`,
  cues: {
    died: {
      said: anyOf('mort[oaie]|morì|morirono|funerale|sepolt[oaie]'),
      ask: 'Come andò avanti la famiglia, dopo?',
    },
    married: {
      said: anyOf('sposat[oaie]|sposò|sposarono|sposammo|matrimonio|nozze|fidanzat[oaie]|innamorat[oaie]'),
      ask: 'Chi c’era, e che cosa vedi ancora di quel giorno?',
    },
    left: {
      said: anyOf('emigrat[oaie]|emigrò|trasferit[oaie]|fuggit[oaie]|fuggì|fuggirono|fuggimmo|esilio'),
      ask: 'Che cosa avete portato con voi, e che cosa avete dovuto lasciare?',
    },
    war: {
      said: anyOf('guerra|soldat[oi]|esercito|prigione|prigionier[oi]|occupazione'),
      ask: 'Come hai vissuto quei momenti?',
    },
    kept: {
      said: anyOf('letter[ae]|diario|foto|fotografi[ae]|ritratt[oi]'),
      ask: 'Che fine hanno fatto queste cose, e se ne conserva ancora qualcuna?',
    },
    born: {
      said: anyOf('nat[oaie]|nacque|nacquero|nascita|neonat[oa]'),
      ask: 'Che cosa ti hanno raccontato di quel giorno, e chi te l’ha raccontato?',
    },
    school: {
      said: anyOf('scuola|maestr[oaie]|insegnant[ei]|professore|professoressa|imparat[oaie]|imparai'),
      ask: 'Da chi hai imparato di più in quegli anni, e in che modo?',
    },
    work: {
      said: anyOf('fabbrica|lavor(?:o|ò|ava|avo|avano|avamo|ato)|officina|bottega|negozio|ufficio|mestiere'),
      ask: 'Com’era lì una giornata qualunque, dalla mattina alla sera?',
    },
    felt: {
      // Italian leaves the pronoun out, so the form of the verb has to tell that people speak of themselves.
      said: anyOf(
        'ho avuto paura|avevo paura|avevamo paura|ho pianto|piansi|abbiamo pianto|ho riso|mi vergognai|mi vergognavo|mi sentivo|mi sono sentit[oa]',
      ),
      ask: 'Che cosa ti ha fatto provare quel sentimento?',
    },
    place: {
      said: anyOf('fattoria|cascina|casa|paese|strada|giardino|orto|cucina|stalla|cortile'),
      ask: 'Se adesso camminassi in quel posto, che cosa vedresti, che cosa sentiresti, che odori ci sarebbero?',
    },
    parents: {
      said: anyOf('madre|padre|mamma|papà|nonn[oaie]|genitori'),
      ask: 'Che cosa hai imparato da loro senza che nessuno te lo dicesse mai a parole?',
    },
    somebody: {
      said: anyOf('qualcuno|un uomo|una donna|un vicino|una vicina'),
      ask: 'Chi era, e che ne è stato di quella persona?',
    },
  },
}
