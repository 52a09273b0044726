import type { ConnectionKind, NewConnection } from '#contract/family.ts'
import type { NewFamilyMember, Sex } from '#contract/family-members.ts'
import type { Looks } from './portraits.ts'

type Relation = NewFamilyMember['relationship']

/** A person of the demo family. The lines below and the stories refer to them by `key`. */
export type DemoPerson = {
  key: string
  name: [first: string, last: string, born?: string]
  sex: Sex
  /** How they are related to Nora, whose account it is; 'self' is Nora. */
  relation: Relation | 'self'
  life: [born: string, place: string, died?: string]
  looks: Looks
  bio?: string
}

export const demoPeople: DemoPerson[] = [
  {
    key: 'nora',
    name: ['Nora', 'Amadi'],
    sex: 'female',
    relation: 'self',
    life: ['14 March 1990', 'Leith'],
    looks: { skin: 'brown', hair: 'long', hairColour: 'black', clothes: '#2f7d62' },
  },
  {
    key: 'alasdair',
    name: ['Alasdair', 'Calder'],
    sex: 'male',
    relation: 'Other',
    life: ['1905', 'Portnessan', '1971'],
    looks: { skin: 'pale', hair: 'cap', hairColour: 'brown', clothes: '#4a4038', beard: true, isOld: true },
    bio: 'Skipper of the Silver Spray, and never on land by choice.',
  },
  {
    key: 'isobel',
    name: ['Isobel', 'Calder', 'Rennie'],
    sex: 'female',
    relation: 'Other',
    life: ['2 February 1908', 'Portnessan', '1989'],
    looks: { skin: 'pale', hair: 'bun', hairColour: 'grey', clothes: '#5b4f5f', isOld: true },
  },
  {
    key: 'nils',
    name: ['Nils', 'Lindqvist'],
    sex: 'male',
    relation: 'Other',
    life: ['1901', 'Gothenburg', '11 November 1966'],
    looks: {
      skin: 'pale',
      hair: 'short',
      hairColour: 'fair',
      clothes: '#3d4a57',
      glasses: true,
      isOld: true,
    },
    bio: 'A carpenter. Twice married: to Greta, who died young, and to Signe.',
  },
  {
    key: 'greta',
    name: ['Greta', 'Lindqvist', 'Holm'],
    sex: 'female',
    relation: 'Other',
    life: ['about 1906', 'Gothenburg', '1939'],
    looks: { skin: 'pale', hair: 'bun', hairColour: 'fair', clothes: '#6d5a48', isOld: true },
  },
  {
    key: 'signe',
    name: ['Signe', 'Lindqvist', 'Berg'],
    sex: 'female',
    relation: 'Other',
    life: ['1912', 'Uddevalla', '1994'],
    looks: { skin: 'pale', hair: 'curly', hairColour: 'grey', clothes: '#8a5a4a', isOld: true },
    bio: 'The cardamom bread is hers.',
  },
  {
    key: 'ewan',
    name: ['Ewan', 'Calder'],
    sex: 'male',
    relation: 'Grandparent',
    life: ['9 October 1936', 'Portnessan'],
    looks: { skin: 'pale', hair: 'cap', hairColour: 'white', clothes: '#2d4a66', beard: true },
    bio: 'Boat builder. Tells every story twice, and the second time it is better.',
  },
  {
    key: 'marta',
    name: ['Marta', 'Calder', 'Lindqvist'],
    sex: 'female',
    relation: 'Grandparent',
    life: ['21 June 1938', 'Gothenburg'],
    looks: { skin: 'pale', hair: 'bun', hairColour: 'white', clothes: '#9c4f3f', glasses: true },
    bio: 'Came over the North Sea in 1957 with one suitcase, and stayed.',
  },
  {
    key: 'jean',
    name: ['Jean', 'Calder'],
    sex: 'female',
    relation: 'Other',
    life: ['1933', 'Portnessan', '2011'],
    looks: { skin: 'pale', hair: 'curly', hairColour: 'grey', clothes: '#5f7355' },
    bio: 'Schoolteacher at Portnessan for forty years.',
  },
  {
    key: 'hamish',
    name: ['Hamish', 'Calder'],
    sex: 'male',
    relation: 'Other',
    life: ['1940', 'Portnessan'],
    looks: { skin: 'pale', hair: 'bald', hairColour: 'white', clothes: '#70613f' },
  },
  {
    key: 'ruth',
    name: ['Ruth', 'Calder', 'Adler'],
    sex: 'female',
    relation: 'Other',
    life: ['1943', 'Glasgow'],
    looks: { skin: 'olive', hair: 'curly', hairColour: 'white', clothes: '#7a4a6b' },
  },
  {
    key: 'karin',
    name: ['Karin', 'Lindqvist'],
    sex: 'female',
    relation: 'Other',
    life: ['1946', 'Gothenburg'],
    looks: { skin: 'pale', hair: 'long', hairColour: 'white', clothes: '#45718a' },
    bio: 'Marta’s half-sister, eight years younger.',
  },
  {
    key: 'elspeth',
    name: ['Elspeth', 'Whitlock', 'Calder'],
    sex: 'female',
    relation: 'Parent',
    life: ['3 May 1960', 'Portnessan'],
    looks: { skin: 'pale', hair: 'curly', hairColour: 'red', clothes: '#37698a' },
  },
  {
    key: 'david',
    name: ['David', 'Amadi'],
    sex: 'male',
    relation: 'Parent',
    life: ['1957', 'Enugu'],
    looks: { skin: 'dark', hair: 'short', hairColour: 'grey', clothes: '#a06a2c', glasses: true },
  },
  {
    key: 'peter',
    name: ['Peter', 'Whitlock'],
    sex: 'male',
    relation: 'Other',
    life: ['1962', 'Hull'],
    looks: { skin: 'pale', hair: 'bald', hairColour: 'grey', clothes: '#556b4f', beard: true },
  },
  {
    key: 'daniel',
    name: ['Daniel', 'Calder'],
    sex: 'male',
    relation: 'Aunt/Uncle',
    life: ['30 August 1963', 'Portnessan'],
    looks: { skin: 'pale', hair: 'short', hairColour: 'red', clothes: '#7c3f3f' },
  },
  {
    key: 'ana',
    name: ['Ana', 'Calder', 'Ferreira'],
    sex: 'female',
    relation: 'Other',
    life: ['1966', 'Porto'],
    looks: { skin: 'olive', hair: 'long', hairColour: 'brown', clothes: '#b0713a' },
  },
  {
    key: 'fiona',
    name: ['Fiona', 'Calder'],
    sex: 'female',
    relation: 'Aunt/Uncle',
    life: ['1968', 'Portnessan'],
    looks: { skin: 'pale', hair: 'short', hairColour: 'red', clothes: '#3f7c74' },
  },
  {
    key: 'lucy',
    name: ['Lucy', 'Marsh'],
    sex: 'female',
    relation: 'Other',
    life: ['1970', 'Bristol'],
    looks: { skin: 'brown', hair: 'curly', hairColour: 'black', clothes: '#8b6bae', glasses: true },
  },
  {
    key: 'robert',
    name: ['Robert', 'Calder'],
    sex: 'male',
    relation: 'Other',
    life: ['1970', 'Glasgow'],
    looks: { skin: 'olive', hair: 'short', hairColour: 'brown', clothes: '#4b5d7a' },
  },
  {
    key: 'tom',
    name: ['Tom', 'Amadi'],
    sex: 'male',
    relation: 'Sibling',
    life: ['8 July 1993', 'Leith'],
    looks: { skin: 'brown', hair: 'curly', hairColour: 'black', clothes: '#c08a2e' },
  },
  {
    key: 'isla',
    name: ['Isla', 'Whitlock'],
    sex: 'female',
    relation: 'Sibling',
    life: ['2005', 'Leith'],
    looks: { skin: 'pale', hair: 'long', hairColour: 'red', clothes: '#5b86b0' },
  },
  {
    key: 'mateo',
    name: ['Mateo', 'Calder'],
    sex: 'male',
    relation: 'Cousin',
    life: ['1996', 'Porto'],
    looks: { skin: 'olive', hair: 'curly', hairColour: 'brown', clothes: '#466b46' },
  },
  {
    key: 'clara',
    name: ['Clara', 'Calder'],
    sex: 'female',
    relation: 'Cousin',
    life: ['1999', 'Porto'],
    looks: { skin: 'olive', hair: 'bun', hairColour: 'brown', clothes: '#b5535c' },
  },
  {
    key: 'kit',
    name: ['Kit', 'Calder-Marsh'],
    sex: 'other',
    relation: 'Cousin',
    life: ['2016', 'Dundee'],
    looks: { skin: 'brown', hair: 'short', hairColour: 'black', clothes: '#d0a13a' },
  },
]

export type DemoLine = { from: string; to: string } & ConnectionKind &
  Partial<Pick<NewConnection, 'startDate' | 'startPlace' | 'endDate'>>

const birth = (child: string, ...parents: string[]): DemoLine[] =>
  parents.map((from) => ({ from, to: child, type: 'parent', kind: 'birth' }))
const adopted = (child: string, ...parents: string[]): DemoLine[] =>
  parents.map((from) => ({ from, to: child, type: 'parent', kind: 'adoptive' }))

/**
 * Who is whose child, and who is or was a couple: among them a widower who married again, a divorce and an adoption.
 */
export const demoLines: DemoLine[] = [
  { from: 'alasdair', to: 'isobel', type: 'partner', kind: 'married', startDate: '1931' },
  { from: 'nils', to: 'greta', type: 'partner', kind: 'widowed', startDate: '1935', endDate: '1939' },
  { from: 'nils', to: 'signe', type: 'partner', kind: 'married', startDate: '1943' },
  {
    from: 'ewan',
    to: 'marta',
    type: 'partner',
    kind: 'married',
    startDate: '6 September 1958',
    startPlace: 'Portnessan',
  },
  { from: 'hamish', to: 'ruth', type: 'partner', kind: 'married', startDate: '1967' },
  { from: 'elspeth', to: 'david', type: 'partner', kind: 'divorced', startDate: '1988', endDate: '1999' },
  { from: 'elspeth', to: 'peter', type: 'partner', kind: 'married', startDate: '2003' },
  { from: 'daniel', to: 'ana', type: 'partner', kind: 'married', startDate: '18 May 1991' },
  { from: 'fiona', to: 'lucy', type: 'partner', kind: 'partners', startDate: '2004' },
  ...birth('jean', 'alasdair', 'isobel'),
  ...birth('ewan', 'alasdair', 'isobel'),
  ...birth('hamish', 'alasdair', 'isobel'),
  ...birth('marta', 'nils', 'greta'),
  ...birth('karin', 'nils', 'signe'),
  ...birth('elspeth', 'ewan', 'marta'),
  ...birth('daniel', 'ewan', 'marta'),
  ...birth('fiona', 'ewan', 'marta'),
  ...birth('robert', 'hamish', 'ruth'),
  ...birth('nora', 'elspeth', 'david'),
  ...birth('tom', 'elspeth', 'david'),
  ...birth('isla', 'elspeth', 'peter'),
  ...birth('mateo', 'daniel', 'ana'),
  ...birth('clara', 'daniel', 'ana'),
  ...adopted('kit', 'fiona', 'lucy'),
]
