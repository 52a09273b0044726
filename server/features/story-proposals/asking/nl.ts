import { type Asking, anyOf, saidOfSelf } from './asked.ts'

export const nl: Asking = {
  quoted: (said) => `“${said}”`,
  about: (name) => `Hoe was ${name}, en wat zouden mensen moeten weten die ${name} nooit gekend hebben?`,
  cues: {
    died: {
      said: anyOf('gestorven|stierf|stierven|overleden|overleed|dood|begrafenis|begraven'),
      ask: 'Hoe ging het daarna verder in de familie?',
    },
    married: {
      said: anyOf('getrouwd|trouwden?|bruiloft|huwelijk|verloofd|verliefd'),
      ask: 'Wie was erbij, en wat zie je van die dag nog voor je?',
    },
    left: {
      said: anyOf('geëmigreerd|emigreerden?|verhuisd|verhuisden?|gevlucht|vluchtten?'),
      ask: 'Wat namen jullie mee, en wat moest achterblijven?',
    },
    war: {
      said: anyOf('oorlog|soldaat|soldaten|leger|gevangenis|bezetting'),
      ask: 'Hoe heb je dat toen beleefd?',
    },
    kept: {
      said: anyOf("brief|brieven|dagboek|foto|foto[’']s"),
      ask: 'Wat is daarvan geworden, en is er nog iets uit die tijd bewaard?',
    },
    born: { said: anyOf('geboren|geboorte|baby'), ask: 'Wat is je over die dag verteld, en door wie?' },
    school: {
      said: anyOf('school|meester|juf|leraar|lerares|geleerd'),
      ask: 'Van wie heb je in die jaren het meest geleerd, en hoe?',
    },
    work: {
      said: anyOf('fabriek|gewerkt|werkten?|werk|winkel|kantoor|werkplaats'),
      ask: 'Hoe zag een gewone dag er daar uit, van de ochtend tot de avond?',
    },
    felt: {
      said: saidOfSelf(
        '(?:ik|we|wij)(?!\\p{L})',
        'bang|trots|blij|gelukkig|gehuild|huilden?|gelachen|schaamden?|eenzaam|boos',
      ),
      ask: 'Wat was het dat dat gevoel bij je opriep?',
    },
    place: {
      said: anyOf('boerderij|huis|dorp|straat|tuin|keuken|schuur'),
      ask: 'Als je daar nu weer zou rondlopen, wat zou je zien, horen en ruiken?',
    },
    parents: {
      said: anyOf('moeder|vader|oma|opa|grootmoeder|grootvader|ouders|grootouders'),
      ask: 'Wat heb je van hen geleerd zonder dat iemand het ooit uitsprak?',
    },
    somebody: {
      said: anyOf('iemand|een man|een vrouw|een buurman|een buurvrouw'),
      ask: 'Wie was dat, en wat is er van die persoon geworden?',
    },
  },
}
