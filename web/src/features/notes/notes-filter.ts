import type { NoteKind } from '@dxx/contract/calls/notes'
import type { HighlightStyle } from '@dxx/contract/calls/reading'
import { kindNames, markNames } from './labels'

export interface NotesFilter {
  keyword?: string
  kind?: NoteKind
  mark?: Exclude<HighlightStyle, 'bookmark'>
  curriculum?: string
}

const known = <K extends string>(names: Record<K, unknown>, value: string | undefined): K | undefined =>
  value !== undefined && Object.hasOwn(names, value) ? (value as K) : undefined

/** Parses the filter from the page's query; invalid values are dropped. */
export function readNotesFilter({ q, kind, mark, curriculum }: Readonly<Record<string, string>>): NotesFilter {
  return {
    keyword: q?.trim().slice(0, 50) || undefined,
    kind: known(kindNames, kind),
    mark: known(markNames, mark),
    curriculum: curriculum && /^[0-9a-f-]{36}$/i.test(curriculum) ? curriculum : undefined,
  }
}
