import { texts } from '@dxx/contract/rules/constants'
import type { CallData, CallResult } from '../../api/use-call'
import { BarChart } from '../../ui/charts'

type Statistics = CallData<'GET /v130/study_statistics'>

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** Label of a day in the week chart: 周一, 二, 三 … 今天. */
export function dayName(day: string, index: number): string {
  if (index === 6) return '今天'
  const name = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!
  return index === 0 ? name : name.slice(1)
}

/** Today's minutes, the streak and the last seven days, with a constant height while loading. */
export function TodayCard({ query: { data, error, refetch } }: { query: CallResult<Statistics> }) {
  return (
    <section
      aria-label="学习时长"
      className="min-h-48 rounded-card bg-linear-to-br from-[#2160ee] to-[#1a4fd0] px-4 pt-3.5 pb-3 text-white"
    >
      <div className="flex justify-between text-13">
        <h2>今日学习</h2>
        <p>连续</p>
      </div>
      <div className="tabular-nums flex min-h-11 items-baseline justify-between">
        <p>
          <span className="text-28 font-bold">{data ? data.todayMinutes : '–'}</span>{' '}
          <span className="text-13">分钟</span>
        </p>
        <p>
          <span className="text-23 font-bold">{data ? data.streak : '–'}</span> <span className="text-13">天</span>
        </p>
      </div>
      <div className="mt-2 min-h-21">
        {data ? (
          <BarChart
            title="最近七天的学习时长"
            unit="分钟"
            onPrimary
            data={data.week.map(({ day, minutes }, index) => ({ label: dayName(day, index), value: minutes }))}
          />
        ) : error ? (
          <button
            type="button"
            onClick={() => void refetch()}
            className="tap w-full pt-6 text-center text-13 underline"
          >
            没有加载出来，点这里重试
          </button>
        ) : (
          <p role="status" className="sr-only">
            {texts.pageLoading}
          </p>
        )}
      </div>
    </section>
  )
}
