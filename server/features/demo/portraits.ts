/** What a person of the demo family looks like; `isOld` makes the portrait an old sepia photograph. */
export type Looks = {
  skin: 'pale' | 'olive' | 'brown' | 'dark'
  hair: 'short' | 'long' | 'bun' | 'curly' | 'bald' | 'cap'
  hairColour: 'fair' | 'red' | 'brown' | 'black' | 'grey' | 'white'
  clothes: string
  beard?: boolean
  glasses?: boolean
  isOld?: boolean
}

const skins = { pale: '#f2cfb4', olive: '#d9a77c', brown: '#a9714b', dark: '#7b4b31' }
const hairs = {
  fair: '#d9b45f',
  red: '#b5552e',
  brown: '#5d3d29',
  black: '#26201f',
  grey: '#8f8a85',
  white: '#cdc7bf',
}
const backs = ['#dfeadf', '#f3e3cf', '#dbe6ee', '#eadfe6', '#efe9cf']

/** A square portrait as SVG. `seed` chooses the background, so that neighbours differ. */
export function drawPortrait(looks: Looks, seed: number): string {
  const skin = skins[looks.skin]
  const hair = hairs[looks.hairColour]
  const shade = 'fill="#000" opacity=".1"'
  const old = looks.isOld ? `<filter id="old"><feColorMatrix values="${sepia}"/></filter>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800">
    <defs>${old}</defs>
    <g ${looks.isOld ? 'filter="url(#old)"' : ''}>
      <rect width="400" height="400" fill="${backs[seed % backs.length]}"/>
      <circle cx="200" cy="215" r="150" fill="#fff" opacity=".35"/>
      ${behind(looks, hair)}
      <path d="M50 400c4-78 60-108 150-108s146 30 150 108Z" fill="${looks.clothes}"/>
      <path d="M168 240h64v52c0 24-64 24-64 0Z" fill="${skin}"/>
      <path d="M168 262c18 18 46 18 64 0v14c-18 18-46 18-64 0Z" ${shade}/>
      <path d="M148 300l52 44 52-44 16 8-68 66-68-66Z" fill="#fff" opacity=".55"/>
      <ellipse cx="128" cy="192" rx="14" ry="20" fill="${skin}"/>
      <ellipse cx="272" cy="192" rx="14" ry="20" fill="${skin}"/>
      <path d="M132 168c0-58 30-84 68-84s68 26 68 84v24c0 48-32 80-68 80s-68-32-68-80Z" fill="${skin}"/>
      <circle cx="156" cy="216" r="15" fill="#d9694f" opacity=".18"/>
      <circle cx="244" cy="216" r="15" fill="#d9694f" opacity=".18"/>
      ${looks.beard ? beard(hair) : ''}
      <path d="M160 172c8-7 22-7 30-1M210 171c8-6 22-6 30 1" fill="none" stroke="${hair}" stroke-width="6" stroke-linecap="round"/>
      <circle cx="175" cy="192" r="6.5" fill="#2b2422"/><circle cx="225" cy="192" r="6.5" fill="#2b2422"/>
      <path d="M200 196c-3 12-8 19-4 23 3 3 8 3 11 1" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="5" stroke-linecap="round"/>
      <path d="M178 238c12 13 32 13 44 0" fill="none" stroke="#8c3b33" stroke-width="6" stroke-linecap="round"/>
      ${looks.glasses ? glasses : ''}
      ${onTop(looks, hair)}
    </g></svg>`
}

const sepia = '.34 .5 .16 0 .04  .30 .45 .14 0 .02  .24 .36 .11 0 0  0 0 0 1 0'

const glasses = `<g fill="#fff" fill-opacity=".25" stroke="#3a3330" stroke-width="5">
  <circle cx="174" cy="192" r="23"/><circle cx="226" cy="192" r="23"/>
  <path d="M197 190c2-3 4-3 6 0M151 188l-18-6M249 188l18-6" fill="none"/></g>`

function beard(hair: string): string {
  return `<path d="M133 196c4 20 12 26 30 22 14-4 60-4 74 0 18 4 26-2 30-22 4 56-24 92-67 92s-71-36-67-92Z" fill="${hair}"/>
    <path d="M172 228c16-8 40-8 56 0-4 22-52 22-56 0Z" fill="#000" opacity=".12"/>`
}

/** Hair that falls behind the shoulders. */
function behind({ hair: cut }: Looks, hair: string): string {
  if (cut === 'long')
    return `<path d="M112 176c0-72 38-108 88-108s88 36 88 108c0 60 10 104 22 132H90c12-28 22-72 22-132Z" fill="${hair}"/>`
  if (cut === 'bun') return `<circle cx="200" cy="66" r="36" fill="${hair}"/>`
  if (cut === 'curly') return curls(hair, 86, 160, 380, 36)
  return ''
}

/** Hair and hats that are drawn over the forehead. */
function onTop({ hair: cut }: Looks, hair: string): string {
  switch (cut) {
    case 'bald':
      return `<path d="M130 190c-6-30-2-52 8-66 2 24 0 44-2 66ZM270 190c6-30 2-52-8-66-2 24 0 44 2 66Z" fill="${hair}"/>`
    case 'cap':
      return `<path d="M128 176c-2-20 0-36 6-48h132c6 12 8 28 6 48-6-20-8-26-12-32H140c-4 6-6 12-12 32Z" fill="${hair}"/>
        <path d="M116 130c4-56 40-78 84-78s80 22 84 78c2 12-6 14-14 12-46-10-94-10-140 0-8 2-16 0-14-12Z" fill="#38434c"/>
        <path d="M124 140c40-22 112-22 152 0 10 6 6 18-6 14-44-14-96-14-140 0-12 4-16-8-6-14Z" fill="#28313a"/>`
    case 'curly':
      return `<path d="M130 150c8-44 34-68 70-68s62 24 70 68c-24-22-46-32-70-32s-46 10-70 32Z" fill="${hair}"/>${curls(hair, 74, 200, 340, 24)}`
    case 'bun':
      return `<path d="M130 182c-6-66 26-104 70-104s76 38 70 104c-10-34-30-58-70-66-40 8-60 32-70 66Z" fill="${hair}"/>`
    case 'long':
      return `<path d="M128 196c-10-76 24-118 72-118s82 42 72 118c-8-44-24-70-58-84-20 34-62 48-86 84Z" fill="${hair}"/>`
    case 'short':
      return `<path d="M128 178c-10-62 22-100 72-100 52 0 82 38 72 100-6-22-12-38-20-46-34 6-74 4-98-12-12 14-22 34-26 58Z" fill="${hair}"/>`
  }
}

/** Locks on an arc around the head, between two angles in degrees, clockwise from the right. */
function curls(hair: string, distance: number, from: number, to: number, radius: number): string {
  const count = 9
  const locks = Array.from({ length: count }, (_, index) => {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180
    const [x, y] = [200 + distance * Math.cos(angle), 166 + distance * Math.sin(angle)]
    return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}"/>`
  })
  return `<g fill="${hair}">${locks.join('')}</g>`
}
