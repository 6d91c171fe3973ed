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
  students?: Record<string, string>,
): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({
      name: fieldName(name),
      before: valueText(name, before?.[name], students),
      after: valueText(name, after?.[name], students),
    }))
    .filter((field) => field.before !== field.after)
}
