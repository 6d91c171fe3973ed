import type { StudyBank } from '@dxx/contract/calls/study'
import { percentage } from '@dxx/contract/rules/format'
import { usePagedCall } from '../../api/use-paged-call'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ListRow } from '../../ui/list-row'
import { PagedList } from '../../ui/paging/paged-list'
import { Progress } from '../../ui/progress'
import { CoverOf } from '../catalogue/cover-of'
import { studyHref } from '../catalogue/kinds'

/** Question banks the user owns or has practised. */
export function BankList() {
  const items = usePagedCall('GET /v130/study_bank', {})
  return (
    <PagedList
      {...items}
      listClassName="grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:gap-4"
      itemKey={({ id }) => id}
      renderItem={(item) => <BankRow item={item} />}
      empty={
        <Empty hint="还没有题库，挑一个练起来">
          <a href="#/pages/bank/index" className={`${buttonClass('line')} min-w-36`}>
            看看题库
          </a>
        </Empty>
      }
    />
  )
}

function BankRow({ item }: { item: StudyBank }) {
  const { answered, questions, right, wrong } = item
  const share = percentage(answered, questions)
  const note =
    answered > 0
      ? [`做了 ${answered} / ${questions} 题`, `正确率 ${percentage(right, answered)}%`, wrong > 0 && `错题 ${wrong}`]
      : [`还没开始 · 共 ${questions} 题`]
  return (
    <ListRow
      href={studyHref(item)}
      media={<CoverOf item={item} small className="aspect-3/4! w-13.5 rounded-cover" />}
      title={item.title}
      aside="题库"
      note={note.filter(Boolean).join(' · ')}
    >
      <span className="flex items-center gap-3">
        <Progress value={share} label={`${item.title}的练习进度`} />
        <span className="tabular-nums w-9 shrink-0 text-right text-12 text-ink-3">{share}%</span>
      </span>
    </ListRow>
  )
}
