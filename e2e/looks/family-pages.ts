import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

/** A family of three generations with a divorce, an adoption, a long name and one written from right to left. */
const family = [
  '0 HEAD',
  '1 GEDC',
  '2 VERS 7.0',
  ...person(1, 'Anna', 'Hoffmann', 'F', '@F1@', '', '1921', '1999'),
  ...person(2, 'Karl Friedrich', 'Hoffmann', 'M', '@F1@', '', 'ABT 1918', '1944'),
  ...person(3, 'Ingeborg', 'Hoffmann-Schwarzenberger', 'F', '@F2@', '@F1@', '1943', ''),
  ...person(4, 'جمال', 'الدين', 'M', '@F2@', '', '1940', ''),
  ...person(5, 'Lena', 'Hoffmann', 'F', '', '@F2@', '1970', ''),
  ...person(6, 'Tom', 'Hoffmann', 'M', '', '@F2@', '1973', ''),
  ...['0 @F1@ FAM', '1 HUSB @I2@', '1 WIFE @I1@', '1 CHIL @I3@', '1 MARR', '2 DATE 3 JUN 1941'],
  ...[
    '0 @F2@ FAM',
    '1 HUSB @I4@',
    '1 WIFE @I3@',
    '1 CHIL @I5@',
    '1 CHIL @I6@',
    '1 MARR Y',
    '1 DIV',
    '2 DATE 1981',
  ],
  '0 TRLR',
].join('\n')

function person(
  n: number,
  given: string,
  last: string,
  sex: string,
  own: string,
  parents: string,
  born: string,
  died: string,
) {
  return [
    `0 @I${n}@ INDI`,
    `1 NAME ${given} /${last}/`,
    `1 SEX ${sex}`,
    `1 BIRT`,
    `2 DATE ${born}`,
    ...(died === '' ? [] : ['1 DEAT', `2 DATE ${died}`]),
    ...(own === '' ? [] : [`1 FAMS ${own}`]),
    ...(parents === '' ? [] : [`1 FAMC ${parents}`, ...(n === 6 ? ['2 PEDI ADOPTED'] : [])]),
  ]
}

async function openImport(page: Page): Promise<void> {
  await page.goto('/app/family')
  const menu = page.getByRole('button', { name: 'Import and export' })
  const first = page.getByRole('button', { name: 'Import a family' })
  await menu.or(first).waitFor()
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Import a family' }).click()
  } else await first.click()
  await page
    .getByLabel('GEDCOM file')
    .setInputFiles({ name: 'hoffmann.ged', mimeType: 'text/plain', buffer: Buffer.from(family) })
  await page.getByText('6 people and').waitFor()
}

/** Opens the tree with people in it; they are only imported the first time. */
async function openTree(page: Page): Promise<void> {
  await openImport(page)
  const fresh = page.getByRole('dialog').getByRole('button', { name: /^Import \d/ })
  if (await fresh.isVisible()) {
    await page.getByRole('combobox', { name: 'Find yourself in the file' }).fill('lena')
    await page.keyboard.press('Enter')
    await fresh.click()
  } else await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Ingeborg/ }).waitFor()
}

const openTom = async (page: Page): Promise<void> => {
  await openTree(page)
  await page.getByRole('combobox', { name: 'Find a person' }).fill('tom hoff')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Chosen person' }).getByText('Tom Hoffmann').waitFor()
}

/** The family: its tree, its people, import and export. */
export const familyLooks: Look[] = [
  { name: 'family-import', signedIn: true, whole: false, open: openImport },
  { name: 'family-tree', signedIn: true, open: openTree },
  {
    name: 'family-lines',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await openTom(page)
      await page.getByRole('region', { name: 'Chosen person' }).getByRole('button', { name: 'Lines' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'family-line',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await openTom(page)
      await page.getByRole('region', { name: 'Chosen person' }).getByRole('button', { name: 'Lines' }).click()
      await page.getByRole('button', { name: 'Change the line to Ingeborg Hoffmann-Schwarzenberger' }).click()
      await page.getByLabel('In which way?').waitFor()
    },
  },
  {
    name: 'family-poster',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await openTree(page)
      await page.getByRole('button', { name: 'Import and export' }).click()
      await page.getByRole('menuitem', { name: 'Print a poster (PDF)' }).click()
      await page.getByLabel('Sheets of A3').waitFor()
    },
  },
  {
    name: 'family-person',
    signedIn: true,
    open: async (page) => {
      await openTom(page)
      await page.getByRole('region', { name: 'Chosen person' }).getByRole('link', { name: 'Open' }).click()
      await page.getByRole('heading', { name: 'Closest family' }).waitFor()
    },
  },
]
