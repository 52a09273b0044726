/** What the drawings are painted with: the palette’s greens, paper and ink, warmed by skin and lamp light. */
export const paint = {
  ink: '#1d1d1d',
  pine: '#1f6b3f',
  leaf: '#2e9156',
  green: '#42cc79',
  mint: '#a7e3bf',
  mist: '#d9efe1',
  paper: '#ffffff',
  cream: '#fcf8ef',
  bark: '#5d473a',
  lamp: '#ffe08a',
  blush: '#e9967a',
  red: '#d92d20',
  silver: '#dfe3df',
} as const

/** Skin, from light to dark: a family has more than one. */
export const skin = { fair: '#f6dcc7', warm: '#ebc29f', tan: '#dba77f', brown: '#b97f56' } as const
