import { typeNames } from '@dxx/contract/rules/question-names'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import BookX from 'lucide-react/icons/book-x'
import Shuffle from 'lucide-react/icons/shuffle'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Target from 'lucide-react/icons/target'
import type { ReactNode } from 'react'
import { callApi } from '../../api/client'
import { serverNow } from '../../api/clock'
import { type CallData, type CallInput, invalidateCalls, useCall } from '../../api/use-call'
import { GoalCard } from '../../features/bank/goal-card'
import { MasterySection } from '../../features/bank/mastery'
import { useStartPractice } from '../../features/bank/use-start-practice'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { buttonClass } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'
import { Progress } from '../../ui/progress'
import { SectionHead } from '../../ui/section-head'
import { Segmented } from '../../ui/segmented'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'

type Home = CallData<'GET /v1/bank_home'>
type Start = Omit<CallInput<'POST /v1/bank_practice_start'>, 'bank' | 'way'>

const ways = [
  { value: 'answer', title: '答题' },
  { value: 'recite', title: '背题' },
] as const
type Way = (typeof ways)[number]['value']

/** `?id=`: practice modes and progress of a question bank. */
export default function BankPracticePage() {
  const [{ id, way = 'answer' }, change] = usePageQuery()
  const { data, error, refetch } = useCall('GET /v1/bank_home', { id: id ?? '' }, { enabled: !!id, staleTime: 0 })
  usePageTitle(data?.bank.title)
  if (!id) return <NoBank text="没有说明要练哪个题库，去挑一个吧" />
  if (!data) {
    if (error?.decided) return <NoBank text={error.msg} />
    if (error) return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
    return <Waiting />
  }
  return <Practice home={data} way={way === 'recite' ? 'recite' : 'answer'} onWay={(next) => change({ way: next })} />
}

const practiceColumns = 'tablet:grid tablet:grid-cols-2 tablet:gap-4 desk:gap-5'

function Waiting() {
  return (
    <div className="space-y-3 px-4 tablet:pt-2">
      <div aria-hidden="true" className="space-y-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-20 rounded-card" />
      </div>
      <SkeletonRows count={6} className={`${practiceColumns} max-tablet:space-y-2.5`} />
    </div>
  )
}

function NoBank({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <LinkButton to={pageUrl('pages/bank/index')}>全部题库</LinkButton>
    </Empty>
  )
}

function Practice({ home, way, onWay }: { home: Home; way: Way; onWay(way: Way): void }) {
  const { bank, locked, chapters, types } = home
  const { start, running } = useStartPractice()
  const begin = (input: Start) => () => {
    if (locked) toast('购买后即可练习')
    else if (!running) start({ ...input, bank: bank.id, way })
  }
  return (
    <div className="space-y-3 px-4 pb-8 tablet:pt-2">
      {locked && (
        <div className="flex items-center justify-between gap-3 rounded-card bg-amber-soft p-3.5 text-14 text-amber">
          购买题库后即可练习
          <a href={`#${pageUrl('pages/bank/details', { id: bank.id })}`} className={buttonClass('amber', 'small')}>
            去购买
          </a>
        </div>
      )}
      <GoalCard today={home.today} />
      <Segmented label="练习方式" options={ways} value={way} onChange={onWay} />
      <div className="grid grid-cols-3 gap-2.5">
        <Mode
          icon={<Shuffle aria-hidden="true" size={22} />}
          title="随机 20 题"
          onClick={begin({ mode: 'random', count: 20 })}
        />
        <Mode
          icon={<BookX aria-hidden="true" size={22} />}
          title={`错题 ${home.wrong}`}
          onClick={begin({ mode: 'wrong' })}
        />
        <Mode
          icon={<Star aria-hidden="true" size={22} />}
          title={`收藏 ${home.favourites}`}
          onClick={begin({ mode: 'favourite' })}
        />
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        <ChosenMode
          icon={<Target aria-hidden="true" size={20} />}
          title="智能练习"
          note="20 题，按你的水平和遗忘来选"
          onClick={begin({ mode: 'adaptive' })}
        />
        <ChosenMode
          icon={<Stethoscope aria-hidden="true" size={20} />}
          title="诊断"
          note="12 题，看每章掌握到哪里"
          onClick={begin({ mode: 'diagnosis' })}
        />
      </div>
      {home.open.length > 0 && <Open home={home} />}
      {!locked && (
        <MasterySection
          bank={bank.id}
          expected={chapters.some(({ answered }) => answered > 0) ? chapters.length : 0}
          onPractise={(chapter) => begin({ mode: 'adaptive', chapter })()}
        />
      )}
      <div className={practiceColumns}>
        <section>
          <SectionHead title="按章节" />
          <ul className="space-y-2.5">
            {chapters.map(({ id, title, ...progress }) => (
              <li key={id}>
                <Row title={title} progress={progress} onClick={begin({ mode: 'chapter', chapter: id })} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <SectionHead title="按题型" />
          <ul className="space-y-2.5">
            {types.map(({ type, ...progress }) => (
              <li key={type}>
                <Row title={typeNames[type]} progress={progress} onClick={begin({ mode: 'type', type })} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

function Mode({ icon, title, onClick }: { icon: ReactNode; title: string; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="tabular-nums flex min-h-20 flex-col items-center justify-center gap-1.5 rounded-card bg-card text-13 transition-colors active:bg-fill"
    >
      <span className="text-primary">{icon}</span>
      {title}
    </button>
  )
}

interface ChosenModeProps {
  icon: ReactNode
  title: string
  note: string
  onClick(): void
}

function ChosenMode({ icon, title, note, onClick }: ChosenModeProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex items-center gap-3 rounded-card bg-card p-3.5 text-left transition-colors active:bg-fill"
    >
      <span className="shrink-0 text-primary">{icon}</span>
      <span className="min-w-0">
        <span className="block text-14 font-semibold">{title}</span>
        <span className="block text-12 text-ink-3">{note}</span>
      </span>
    </button>
  )
}

interface RowProps {
  title: string
  progress: { count: number; answered: number; right: number }
  onClick(): void
}

function Row({ title, progress: { count, answered, right }, onClick }: RowProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="w-full rounded-card bg-card p-3.5 text-left transition-colors active:bg-fill"
    >
      <span className="mb-2 flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-14 font-semibold">{title}</span>
        <span className="tabular-nums shrink-0 text-12 text-ink-3">
          {answered > 0 && `答对 ${right} · `}
          {answered} / {count}
        </span>
      </span>
      <Progress value={count > 0 ? (answered / count) * 100 : 0} label={`${title}的进度`} />
    </button>
  )
}

/** List of unfinished practices. */
function Open({ home }: { home: Home }) {
  async function clear(id: string, title: string): Promise<void> {
    // A tap beside the button continues the practice, so a slip of the finger must not clear the progress.
    const content = `清除「${title}」的进度？下次从头开始，答过的记录仍在。`
    if ((await showModal({ content, confirmText: '清除' })) !== 'confirm') return
    try {
      await callApi('POST /v1/bank_practice_clear', { id })
      await invalidateCalls('GET /v1/bank_home')
      toast('已清除')
    } catch {
      toast('没有清除成功，请检查网络后再试')
    }
  }
  return (
    <CellGroup title="接着练">
      {home.open.map(({ id, title, way, position, count, at }) => (
        <div key={id} className="flex items-center">
          <div className="min-w-0 flex-1">
            <Cell
              title={title}
              note={`${way === 'recite' ? '背题' : '答题'} · 第 ${position + 1} / ${count} 题 · ${formatTimeAgo(at, serverNow())}`}
              href={`#${pageUrl('pages/exam/answer', { practice: id })}`}
            />
          </div>
          <button type="button" onClick={() => void clear(id, title)} className="min-h-11 px-3.5 text-13 text-ink-3">
            清除<span className="sr-only">{title}</span>
          </button>
        </div>
      ))}
    </CellGroup>
  )
}
