import { type Asking, anyOf } from './asked.ts'

export const pt: Asking = {
  quoted: (said) => `“${said}”`,
  about: (name) => `Como era ${name}, e o que gostaria que soubesse quem nunca conheceu ${name}?`,
  cues: {
    died: {
      said: anyOf('morreu|morreram|mort[oa]s?|faleceu|faleceram|enterro|funeral|velório'),
      ask: 'Como é que a família seguiu em frente depois disso?',
    },
    married: {
      said: anyOf('casei|casou|cas[aá]mos|casaram|casamento|noivado|apaixon(?:ei|ou|aram)'),
      ask: 'Quem estava lá, e o que ainda lhe vem à memória desse dia?',
    },
    left: {
      said: anyOf(
        'emigr(?:ei|ou|[aá]mos|aram)|imigr(?:ei|ou|[aá]mos|aram)|mud[aá]mos|mudaram|fugi|fugiu|fugimos|fugiram|exílio',
      ),
      ask: 'O que levaram, e o que tiveram de deixar para trás?',
    },
    war: {
      said: anyOf('guerra|soldados?|exército|prisão|cadeia|ocupação'),
      ask: 'Como foi viver isso naquele tempo?',
    },
    kept: {
      said: anyOf('cartas?|diário|fotos?|fotografias?|retratos?'),
      ask: 'O que aconteceu a essas coisas, e ainda se guarda alguma?',
    },
    born: {
      said: anyOf('nasci|nasceu|nascemos|nasceram|nascimento|beb[éê]'),
      ask: 'O que lhe contaram desse dia, e quem contou?',
    },
    school: {
      said: anyOf('escola|professor(?:a|es|as)?|mestre|aprendi|aprendeu|aprendemos'),
      ask: 'Com quem aprendeu mais nesses anos, e de que maneira?',
    },
    work: {
      said: anyOf('fábrica|trabalh(?:o|ei|ou|ava|avam|ávamos)|oficina|loja|escritório|ofício'),
      ask: 'Como era lá um dia comum, da manhã à noite?',
    },
    felt: {
      // Portuguese leaves the pronoun out, so the form of the verb has to tell that people speak of themselves.
      said: anyOf(
        'tive medo|tivemos medo|senti|sentimos|chorei|chor[aá]mos|ri-me|tive vergonha|fiquei (?:feliz|triste)',
      ),
      ask: 'O que foi que provocou esse sentimento?',
    },
    place: {
      said: anyOf('fazenda|casa|aldeia|vila|rua|jardim|quintal|cozinha|celeiro'),
      ask: 'Se passasse agora por esse lugar, o que veria, o que ouviria e que cheiros sentiria?',
    },
    parents: {
      said: anyOf('mãe|pai|pais|avó|avô|avós|mamãe|papai'),
      ask: 'O que aprendeu com eles sem que ninguém o dissesse por palavras?',
    },
    somebody: {
      said: anyOf('alguém|um homem|uma mulher|um vizinho|uma vizinha'),
      ask: 'Quem era, e o que foi feito dessa pessoa?',
    },
  },
}
