import { fieldName, valueText } from './field-names'

export interface ChangedField {
  name: string
  /** Null: there was none. */
  before: string | null
  after: string | null
}

/** Fields whose value differs between before and after, in the order in which they occur. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({
      name: fieldName(name),
      before: valueText(name, before?.[name]),
      after: valueText(name, after?.[name]),
    }))
    .filter((field) => field.before !== field.after)
}
