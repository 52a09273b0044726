/** Image types that every browser can show by itself. */
export const drawable: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'gif', 'webp', 'avif', 'bmp'].map((type) => `image/${type}`),
)
