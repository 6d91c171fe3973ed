import { fieldName, valueText } from './field-names'

export interface ChangedField {
  name: string
  /** Null: the field had no value. */
  before: string | null
  after: string | null
}

/** Fields whose value differs between before and after, in the order of the keys. */
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
