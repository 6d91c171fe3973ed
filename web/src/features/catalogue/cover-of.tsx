import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { Cover, type CoverProps } from '../../ui/cover'
import { coverNote } from './labels'

/** Fields of a curriculum that its cover shows. */
type Drawable = Pick<CurriculumCard, 'title' | 'subject' | 'kind' | 'by' | 'cover'> & { chapterCount?: number }

export type CoverOfProps = Pick<CoverProps, 'shape' | 'small' | 'eager' | 'className'> & { item: Drawable }

/** Cover of a curriculum, in the colour of its subject. */
export function CoverOf({ item, ...rest }: CoverOfProps) {
  return (
    <Cover
      {...rest}
      title={item.title}
      subject={item.subject?.colour ?? item.subject?.name}
      note={coverNote(item)}
      sheet={item.kind === 'bank'}
      src={item.cover}
    />
  )
}
