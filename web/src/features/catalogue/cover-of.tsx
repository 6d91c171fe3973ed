import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { Cover, type CoverProps } from '../../ui/cover'
import { coverNote } from './labels'

export type CoverOfProps = Pick<CoverProps, 'shape' | 'plain' | 'eager' | 'className'> & { item: CurriculumCard }

/** Cover of a curriculum, in the colour of its subject. */
export function CoverOf({ item, ...rest }: CoverOfProps) {
  return (
    <Cover
      {...rest}
      title={item.title}
      subject={item.subject?.colour ?? item.subject?.name}
      note={coverNote(item)}
      src={item.cover}
    />
  )
}
