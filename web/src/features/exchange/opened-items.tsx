import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { Tag } from '../../ui/tag'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds, studyHref } from '../catalogue/kinds'
import { isBook, useShowBook } from '../catalogue/use-show-book'

interface OpenedItemsProps {
  items: CurriculumCard[]
  /** Whether the items are already owned; each then links to its study page. */
  opened?: boolean
}

/** Items that a coupon unlocks. */
export function CouponItems({ items, opened = false }: OpenedItemsProps) {
  const showBook = useShowBook()
  return (
    <ul className="space-y-3">
      {items
        .filter((item) => showBook || !isBook(item))
        .map((item) => (
          <li key={item.id} className="flex items-center gap-3">
            <CoverOf item={item} small shape="book" className="aspect-3/4! w-11 shrink-0 rounded-cover" />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-semibold">{item.title}</span>
              <span className="text-12 text-ink-3">{curriculumKinds[item.kind].title}</span>
            </span>
            {opened && item.owned ? (
              <a href={studyHref(item)} className="tap shrink-0 rounded-item text-13 text-primary">
                去{curriculumKinds[item.kind].verb}
              </a>
            ) : (
              item.owned && <Tag tone="green">已拥有</Tag>
            )}
          </li>
        ))}
    </ul>
  )
}
