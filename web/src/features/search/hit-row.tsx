import type { SearchHit } from '@dxx/contract/calls/catalogue'
import HelpCircle from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import { Avatar } from '../../ui/avatar'
import { ListRow } from '../../ui/list-row'
import { PriceOf } from '../catalogue/cards'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds } from '../catalogue/kinds'
import { byLine } from '../catalogue/labels'
import { hitKinds } from './hit-kinds'
import { MatchText } from './match-text'

/** A search result with its matches highlighted. */
export function HitRow({ hit }: { hit: SearchHit }) {
  const { kind, title, titleMarks, snippet, snippetMarks, curriculum, link } = hit
  const whole = curriculum && kind !== 'chapter' ? curriculum : null
  return (
    <ListRow
      href={`#/${link}`}
      media={<HitMedia hit={hit} />}
      title={<MatchText text={title} ranges={titleMarks} />}
      aside={hitKinds[kind]}
      note={snippet ? <MatchText text={snippet} ranges={snippetMarks} /> : whole?.summary}
    >
      {whole ? (
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="max-w-full">
            <PriceOf item={whole} size="small" />
          </span>
          <span className="max-w-full truncate text-12 text-ink-3">{byLine(whole)}</span>
        </span>
      ) : (
        curriculum && (
          <span className="line-clamp-1 text-12 text-ink-3">
            出自{curriculumKinds[curriculum.kind].title}《{curriculum.title}》
          </span>
        )
      )}
    </ListRow>
  )
}

function HitMedia({ hit: { kind, title, curriculum } }: { hit: SearchHit }) {
  if (curriculum) return <CoverOf item={curriculum} small className="aspect-3/4! w-13.5 rounded-cover" />
  if (kind === 'teacher') return <Avatar name={title} size={46} />
  const Icon = kind === 'help' ? HelpCircle : FileText
  return (
    <span className="grid size-11.5 place-items-center rounded-card bg-primary-soft text-primary">
      <Icon aria-hidden="true" size={22} strokeWidth={1.8} />
    </span>
  )
}
