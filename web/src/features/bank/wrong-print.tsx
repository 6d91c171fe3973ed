import { appConstants } from '@dxx/contract/rules/constants'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { type CallData, useCall } from '../../api/use-call'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PrintDocument } from '../../ui/print-document'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { Switch } from '../../ui/switch'
import { PrintQuestion } from './print-question'
import type { WrongFilter } from './wrong-filter'

/** Print view of 错题本: questions with space to write, answers at the end or omitted. */
export function WrongPrint({ filter }: { filter: WrongFilter }) {
  const { data, error, refetch } = useCall('GET /v1/wrong_print', filter, { fresh: true })
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()} />
    return (
      <div className="p-4">
        <SkeletonText lines={10} />
      </div>
    )
  }
  if (data.list.length === 0) return <Empty hint="没有可以打印的错题，换个筛选条件试试" />
  return <PrintView list={data.list} total={data.total} />
}

/** The sheet on the screen, with a choice of the parts to print. */
export function PrintView({ list, total }: { list: List; total: number }) {
  const [withAnswers, setWithAnswers] = useState(true)
  const sheet = <PrintSheet list={list} total={total} withAnswers={withAnswers} />
  return (
    <div className="px-4 pb-28 tablet:max-w-200 tablet:pt-2 tablet:pb-10">
      <div className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-card px-4 py-2">
        <span className="tabular-nums flex-1 text-13 text-ink-2">
          {list.length} 题{total > list.length && `（共 ${total} 题，一次最多打印 100 题）`}
        </span>
        <span className="flex items-center gap-2 text-13">
          <span aria-hidden="true">附答案和解析</span>
          <Switch label="附答案和解析" checked={withAnswers} onChange={setWithAnswers} />
        </span>
        {/* At the bottom of phones, in wider windows in the row of the choices. */}
        <div className="max-tablet:pb-safe max-tablet:px-safe max-tablet:hairline-t max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-20 max-tablet:bg-card">
          <div className="max-tablet:px-4 max-tablet:py-2.5">
            <Button className="w-full tablet:min-w-28" onClick={() => window.print()}>
              打印
            </Button>
          </div>
        </div>
      </div>
      <div className="paper-colors rounded-card bg-white p-6 text-[#171b26]">{sheet}</div>
      {/* For the button and for Ctrl+P: the page itself has controls around the sheet. */}
      <PrintDocument>{sheet}</PrintDocument>
    </div>
  )
}

type List = readonly CallData<'GET /v1/wrong_print'>['list'][number][]

/** 错题本 on paper: the questions, and on a new page their answers. */
export function PrintSheet({ list, total, withAnswers }: { list: List; total?: number; withAnswers: boolean }) {
  return (
    <>
      <h2 className="text-19 font-bold">错题本</h2>
      <p className="mb-4 text-12">
        {appConstants.name} · {formatDate(serverNow())} · {list.length} 题
        {total !== undefined && total > list.length && `（共 ${total} 题）`}
      </p>
      <ol className="space-y-5">
        {list.map((item, index) => (
          <PrintQuestion key={item.id} item={item} number={index + 1} />
        ))}
      </ol>
      {withAnswers && (
        <section className="print-break">
          <h2 className="mt-6 mb-3 text-17 font-bold">答案与解析</h2>
          <ol className="space-y-4">
            {list.map((item, index) => (
              <PrintQuestion key={item.id} item={item} number={index + 1} answers />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
