import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import type { ReactNode } from 'react'
import { ListRow } from '../../ui/list-row'
import { Tag } from '../../ui/tag'
import { PriceOf } from './cards'
import { CoverOf } from './cover-of'
import { curriculumKinds, detailsHref } from './kinds'
import { byLine } from './labels'

interface CurriculumRowProps {
  item: CurriculumCard
  /** Shows the kind, for mixed lists. */
  mixed?: boolean
  /** Replaces the line with price and learners. */
  children?: ReactNode
}

/** Curriculum row: cover, title, description, price. */
export function CurriculumRow({ item, mixed, children }: CurriculumRowProps) {
  const wide = item.kind === 'course' && !mixed
  return (
    <ListRow
      href={detailsHref(item)}
      media={
        <CoverOf
          item={item}
          small
          shape={wide ? 'wide' : 'book'}
          className={wide ? 'w-29 rounded-cover' : 'aspect-3/4! w-15.5 rounded-cover'}
        />
      }
      title={item.title}
      aside={mixed && curriculumKinds[item.kind].title}
      note={item.summary || item.subtitle}
    >
      {children ?? (
        <span className="flex flex-wrap items-baseline justify-between gap-x-1">
          <span className="max-w-full">
            <PriceOf item={item} />
          </span>
          <span className="max-w-full text-12 text-ink-3">{byLine(item)}</span>
        </span>
      )}
    </ListRow>
  )
}

/** Curriculum row with the description as tags, for book recommendations in the store. */
export function ReaderRow({ item }: { item: CurriculumCard }) {
  return (
    <CurriculumRow item={item}>
      <span className="flex flex-wrap gap-2">
        {item.subject && <Tag>{item.subject.name}</Tag>}
        {item.tags.slice(0, 2).map((tag) => (
          <Tag key={tag} tone="amber">
            {tag}
          </Tag>
        ))}
      </span>
    </CurriculumRow>
  )
}
