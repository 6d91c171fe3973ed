import { useCall } from '../../api/use-call'
import { SectionHead } from '../../ui/section-head'
import { Skeleton } from '../../ui/skeleton'

const percent = (share: number) => Math.round(share * 100)

/** An estimate with a wider interval is shown as uncertain. */
const isUncertain = ({ answers, low, high }: { answers: number; low: number; high: number }) =>
  answers === 0 || high - low > 0.5

interface MasterySectionProps {
  bank: string
  /** Number of chapters to expect while the estimates load; 0 if no question of the bank has been answered. */
  expected: number
  onPractise(chapter: string): void
}

/** Mastery of each chapter as a share with its interval; a tap practises the chapter at the student's level. */
export function MasterySection({ bank, expected, onPractise }: MasterySectionProps) {
  const { data, error } = useCall('GET /v1/bank_mastery', { id: bank }, { staleTime: 0 })
  if (!data && !error && expected > 0) return <Waiting count={expected} />
  if (!data || data.chapters.every(({ answers }) => answers === 0)) return null
  return (
    <section aria-label="掌握程度">
      <SectionHead title="掌握程度" />
      <ul className="desk:grid desk:grid-cols-2 desk:gap-x-5 space-y-0 rounded-card bg-card px-3.5 py-1">
        {data.chapters.map((chapter) => (
          <li key={chapter.id}>
            <button
              type="button"
              onClick={() => onPractise(chapter.id)}
              className="w-full py-2.5 text-left transition-opacity active:opacity-70"
            >
              <span className="mb-1.5 flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate text-14">{chapter.title}</span>
                <span className="tabular-nums shrink-0 text-12 text-ink-3">
                  {isUncertain(chapter) ? (
                    chapter.answers === 0 ? (
                      '还没有答过'
                    ) : (
                      '题还太少'
                    )
                  ) : (
                    <>
                      约 <b className="text-14 text-ink">{percent(chapter.share)}%</b>（{percent(chapter.low)}–
                      {percent(chapter.high)}%）
                    </>
                  )}
                </span>
              </span>
              <Interval {...chapter} />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 px-1 text-12 text-ink-3">
        再做一道这一章的题，大约有多大把握答对；浅色是没有把握的范围，答得越多越窄。点一章就按你的水平练它。
      </p>
    </section>
  )
}

/** Has the height of the section, so that the chapters below it do not move. */
function Waiting({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      <SectionHead title="掌握程度" />
      <div className="desk:grid desk:grid-cols-2 desk:gap-x-5 rounded-card bg-card px-3.5 py-1">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className="py-2.5">
            <Skeleton className="mb-1.5 h-5.5 w-3/5" />
            <Skeleton className="h-1.5 rounded-full" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-1.5 h-9" />
    </div>
  )
}

/** Empty for a chapter without answers: an estimate from other chapters would look like a result of this chapter. */
function Interval({ answers, share, low, high }: { answers: number; share: number; low: number; high: number }) {
  if (answers === 0) return <span aria-hidden="true" className="block h-1.5 rounded-full bg-track" />
  return (
    <span aria-hidden="true" className="relative block h-1.5 overflow-hidden rounded-full bg-track">
      <span
        className="absolute inset-y-0 rounded-full bg-primary opacity-30"
        style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
      />
      <span className="absolute inset-y-0 w-1 rounded-full bg-primary" style={{ left: `${share * 100}%` }} />
    </span>
  )
}
