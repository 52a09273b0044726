/** The fields that were given: a column whose value is undefined is left as it is, one whose value is null is emptied. */
export function withoutUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
