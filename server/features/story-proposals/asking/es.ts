import { type Asking, anyOf } from './asked.ts'

export const es: Asking = {
  quoted: (said) => `«${said}»`,
  about: (name) => `¿Cómo era ${name}, y qué te gustaría que supiera quien no llegó a conocer a ${name}?`,
  cues: {
    died: {
      said: anyOf('murió|murieron|muert[oa]s?|falleció|fallecieron|entierro|funeral|enterraron'),
      ask: '¿Cómo siguió adelante la familia después?',
    },
    married: {
      said: anyOf('casé|casó|casamos|casaron|boda|noviazgo|enamor(?:é|ó|amos|aron)'),
      ask: '¿Quiénes estaban allí, y qué ves todavía de aquel día?',
    },
    left: {
      said: anyOf('emigr(?:é|ó|amos|aron)|huí|huyó|huimos|huyeron|mudamos|mudaron|exilio|nos fuimos'),
      ask: '¿Qué se pudo llevar la familia, y qué hubo que dejar atrás?',
    },
    war: {
      said: anyOf('guerra|soldados?|ejército|cárcel|prisión|ocupación'),
      ask: '¿Cómo viviste tú aquello?',
    },
    kept: {
      said: anyOf('cartas?|diario|fotos?|fotografías?|retratos?'),
      ask: '¿Qué fue de todo eso, y se conserva todavía algo de aquel tiempo?',
    },
    born: {
      said: anyOf('nací|nació|nacimos|nacieron|nacimiento|bebé'),
      ask: '¿Qué te contaron de aquel día, y quién te lo contó?',
    },
    school: {
      said: anyOf('escuela|maestr[oa]s?|profesor(?:a|es)?|aprendí|aprendió|aprendimos'),
      ask: '¿De quién aprendiste más en aquellos años, y de qué manera?',
    },
    work: {
      said: anyOf('fábrica|trabaj(?:o|é|ó|aba|aban|ábamos)|taller|tienda|oficina|oficio'),
      ask: '¿Cómo era allí un día cualquiera, de la mañana a la noche?',
    },
    felt: {
      // Spanish leaves the pronoun out, so the form of the verb has to tell that people speak of themselves.
      said: anyOf(
        'tuve miedo|tuvimos miedo|me sentí|nos sentimos|lloré|lloramos|me reí|nos reímos|me dio (?:miedo|vergüenza|rabia)',
      ),
      ask: '¿Qué fue lo que te hizo sentir así?',
    },
    place: {
      said: anyOf('granja|finca|casa|pueblo|calle|jardín|huerto|cocina|establo'),
      ask: 'Si pasearas ahora por aquel lugar, ¿qué verías, qué oirías y a qué olería?',
    },
    parents: {
      said: anyOf('madre|padres?|abuel[oa]s?|mamá|papá'),
      ask: '¿Qué aprendiste de ellos sin que nadie lo dijera nunca con palabras?',
    },
    somebody: {
      said: anyOf('alguien|un hombre|una mujer|un vecino|una vecina'),
      ask: '¿Quién era, y qué fue de esa persona?',
    },
  },
}
