/** The object without its null fields: in requests and responses of the account service, null means the same as absent. */
export function withoutNulls<Value>(object: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
